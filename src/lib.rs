//! Gristmill: the stream programming of 2002 to 2006 beside the compute shaders that replaced it.
#![warn(missing_docs)]

mod element;
mod era;
mod error;
mod shader;

pub use element::{Element, Format, Scalar};
pub use era::Era;
pub use error::{Error, Result};
