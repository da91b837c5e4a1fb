"""The house rules for forms: presets, switches, and their texts in both languages."""
