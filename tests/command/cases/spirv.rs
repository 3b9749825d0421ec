//! Cases of decorations, images and operations.
