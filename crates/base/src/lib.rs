//! Plain data of the crate `gristmill`, which everything may see and which sees nothing: elements,
//! shapes, layouts, errors, and the findings, counters and timelines of a watched run.

pub mod address_space;
pub mod counters;
pub mod deep_stack;
pub mod element;
pub mod elementary;
pub mod era;
pub mod error;
pub mod files;
pub mod finding;
pub mod includes;
pub mod layout;
pub mod log;
pub mod nearest_names;
pub mod pointer;
pub mod precision;
pub mod random;
pub mod shape;
pub mod timeline;
