//! Gristmill: the stream programming of 2002 to 2006 beside the compute shaders that replaced it.
#![warn(missing_docs)]

mod element;
mod era;
mod error;
mod layout;
mod shape;

pub use element::{Element, Format, Scalar};
pub use era::Era;
pub use error::{Error, Result};
pub use layout::{Address, Layout, Plan, Rectangle, TextureLimits};
pub use shape::Shape;
