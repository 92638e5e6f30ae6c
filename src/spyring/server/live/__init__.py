"""Tables in use: kept on time, stored, and played by bots where a seat is theirs."""
