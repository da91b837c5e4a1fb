"""Open Hand History, out: the JSON that trackers and replayers import."""
