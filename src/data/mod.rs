//! Plain data, which everything may see and which sees nothing: what an element is, how many there are, where
//! each one lies.

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
