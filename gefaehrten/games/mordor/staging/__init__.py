"""Pure. The pieces of the full screen, one module each."""
