"""Pure. The card game on a full screen, in pieces: `stage` puts them together."""
