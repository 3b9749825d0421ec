//! Cases of costs and refusals of assembly, write masks and half registers.
