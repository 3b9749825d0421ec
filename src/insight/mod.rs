//! What a watched run has to say: what it found wrong, and what it cost.

pub mod counters;
pub mod finding;
pub(crate) mod log;
pub mod timeline;
