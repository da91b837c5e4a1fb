"""Double-entry bookkeeping: chart and postings are pure; `services` is the only writer."""
