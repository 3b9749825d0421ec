//! The pages on graphs.
