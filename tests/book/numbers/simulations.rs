//! The pages on simulations.
