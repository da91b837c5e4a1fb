"""Rule scenarios as data (`*.jsonl`, RULES section 25), run against the real engine."""
