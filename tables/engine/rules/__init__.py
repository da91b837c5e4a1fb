"""What poker is: cards, games, betting structures, the switches of the rules, hand ranking."""
