//! The texture and image unit: sampling, texel fetches and image accesses, after chapter 8 of the
//! GL 4.5 core specification.
//!
//! A [`TextureView`] is a view of words in [`Storage`](super::storage::Storage): their layout as levels, layers and
//! texels, and the state of its sampler. Two textures may view the same words, as a texture and an image do.
//! All functions take the coordinates of one lane in GLSL's order (the layer after the position); [`warp`]
//! has fast versions for a whole warp, for the cases that most kernels consist of.
//!
//! The functions return no errors: each documents the result where GL leaves it undefined, and reports an access
//! out of range.

mod cube;
mod filter;
mod gather;
pub mod image;
mod levels;
mod lod;
pub mod sampling;
pub mod small_float;
#[cfg(test)]
mod tests;
pub mod texel;
mod texel_border;
mod view;
pub mod warp;

pub use image::{FetchedTexel, TexelAddress};
pub use lod::Lod;
pub use sampling::{Filter, Wrap};
pub use texel::{LaneCoding, TexelFormat};
pub use view::{TextureView, texture_words};
