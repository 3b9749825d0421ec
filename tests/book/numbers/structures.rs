//! The pages on structures.
