"""The server: tables for people and bots. Everything that they are told goes through one door."""

LANGUAGES = ("en", "it", "es", "fr", "de")  # of the page; the first is the default
