"""Pure. How the card game is drawn: small files that each draw one thing; `artist` puts them together."""
