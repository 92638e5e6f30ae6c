"""The laboratory: many games, counted, timed and compared."""
