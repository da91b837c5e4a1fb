"""Rule scenarios as data (`*.jsonl`, docs/rules.md#scenario-files), run against the real engine."""
