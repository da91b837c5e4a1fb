"""The parts that staff's pages are put together from; `/parts` shows them all."""
