//! The command as people type it, and the transcripts that README and book show.

mod check;
mod gristmill;
mod photographs;
mod terminal;
mod transcripts;

/// The root of the project, where the command is typed.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
