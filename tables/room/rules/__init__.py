"""The house rules as forms need them: presets, switches and their words."""
