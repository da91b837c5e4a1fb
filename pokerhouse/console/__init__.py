"""Pages for people: server-rendered templates, and plain ES modules that speak the wire."""
