"""Players that are programs: they sign in and play through the public API, as any client would."""
