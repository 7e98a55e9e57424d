"""The fault laboratory: whole matches over an in-memory network whose time is virtual and whose faults are planned."""
