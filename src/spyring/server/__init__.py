"""The table: people and bots sit down, and everything they are told goes through one door."""

LANGUAGES = ("en", "it", "es", "fr", "de")  # of the page, the first one unless somebody chooses
