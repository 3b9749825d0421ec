//! The pages on linear algebra.
