//! Mistakes that passed once, by name: each is seen.
