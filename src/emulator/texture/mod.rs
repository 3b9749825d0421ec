//! Textures and images.

/// A texture.
#[derive(Debug)]
pub(crate) struct Texture {}
