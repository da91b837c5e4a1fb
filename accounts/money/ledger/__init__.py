"""Double entry: chart and postings are pure; services is the one writer."""
