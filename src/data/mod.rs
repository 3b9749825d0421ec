//! Plain data, which everything may use and which uses nothing else: elements, shapes, layouts, errors.

#[cfg(feature = "emulator")]
pub(crate) mod address_space;
pub(crate) mod deep;
pub(crate) mod element;
#[cfg(feature = "emulator")]
pub(crate) mod elementary;
pub(crate) mod era;
pub(crate) mod error;
pub mod files;
pub(crate) mod layout;
pub(crate) mod nearest;
pub(crate) mod pointer;
pub mod precision;
pub mod random;
pub(crate) mod shape;
