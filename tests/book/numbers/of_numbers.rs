//! The pages on numbers and finance.
