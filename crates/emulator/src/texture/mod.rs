//! The texture and image unit: what a sampler, a texel fetch and an image access mean, after chapter 8 of the
//! GL 4.5 core specification.
//!
//! A [`Texture`] is a view of words in [`Storage`](super::storage::Storage): how they make levels, layers and
//! texels, and how a sampler reads them. Two textures may view the same words, as a texture and an image do.
//! All functions take the coordinates of one lane in GLSL's order (the layer behind the position); [`warp`]
//! has the same for a whole warp, for the cases that most kernels consist of.
//!
//! Nothing here can fail: what GL leaves undefined has a result that the functions name, and an access
//! outside says so.

mod cube;
mod detail;
mod filter;
mod gather;
pub mod image;
mod levels;
pub mod sampling;
pub mod small_float;
#[cfg(test)]
mod tests;
pub mod texel;
mod view;
pub mod warp;

pub use detail::Lod;
pub use image::{Fetched, TexelTarget};
pub use sampling::{Filter, Wrap};
pub use texel::{Coding, Texel};
pub use view::{Texture, words_of};
