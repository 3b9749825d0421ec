//! The pages on images.
