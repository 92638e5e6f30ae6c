"""Tables in use: kept on time, stored, and played by bots where they have a seat."""
