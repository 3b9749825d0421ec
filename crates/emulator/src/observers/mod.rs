//! The observers, which analyse the events of a run: one file per check. An observer sees events and nothing else.

mod barrier_interval;
mod barriers;
mod bounds;
mod code_analysis;
mod counting;
mod dependent_reads;
mod feedback;
mod fold;
mod groups;
mod influence;
mod machine_choices;
mod memory_model;
mod naming;
mod non_finite;
mod observer;
mod outgrown_memory;
mod quick_hash;
mod races;
mod shadow;
mod steps;
mod sync;
mod taint;
mod vector_clock;

#[cfg(test)]
mod tests;
mod texture_cache;
pub mod timeline;
mod undefined;
mod uninitialised;
mod usage;
mod watch;

pub use outgrown_memory::OutgrownMemory;
pub use undefined::HarmlessReason;
pub use uninitialised::UNWRITTEN_OUTPUT;
pub use watch::{SHADOW_BYTES, Watch, WatchResults};
