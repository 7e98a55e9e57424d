"""Pure. The parts of the drawing, one module each."""
