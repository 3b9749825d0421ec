//! The observers, which analyse the events of a run: one file per check. An observer sees events and nothing else.

mod barriers;
mod bounds;
mod clock;
mod code;
mod counting;
mod dependent;
mod feedback;
mod fold;
mod groups;
mod influence;
mod interval;
mod lacks;
mod memory_model;
mod naming;
mod non_finite;
mod outgrown;
mod quick_hash;
mod races;
mod shadow;
mod sighting;
mod steps;
mod sync;

#[cfg(test)]
mod tests;
mod texture_cache;
pub mod timeline;
mod undefined;
mod uninitialised;
mod usage;
mod watch;

pub use outgrown::Outgrown;
pub use undefined::Harmless;
pub use uninitialised::UNWRITTEN_OUTPUT;
pub use watch::{SHADOW, Watch, WatchResults};
