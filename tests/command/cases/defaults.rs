//! Cases of inputs that nobody gave.
