//! Results of an observed run: findings, counters and timelines.

pub mod counters;
pub mod finding;
pub(crate) mod log;
pub mod timeline;
