//! The observers, which listen to a run and draw conclusions: one file per check. Each sees events, and
//! nothing else.

mod barriers;
mod bounds;
mod code;
mod counting;
mod dependent;
mod feedback;
mod groups;
mod interval;
mod lacks;
mod memory_model;
mod naming;
mod non_finite;
mod outgrown;
mod races;
mod shadow;
mod sighting;
mod steps;
mod sync;

#[cfg(test)]
mod tests;
mod texture_cache;
pub(crate) mod timeline;
mod undefined;
mod uninitialised;
mod watch;

pub(crate) use outgrown::Outgrown;
pub(crate) use undefined::Harmless;
pub(crate) use uninitialised::UNWRITTEN_OUTPUT;
pub(crate) use watch::{SHADOW, Watch, WatchResults};
