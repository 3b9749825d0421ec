//! Draws with a fragment kernel.

use super::plan::Copies;
use super::schedule::Running;
use crate::Result;
use crate::emulator::dispatch::{Ending, Policy};
use crate::emulator::observers::Watch;

/// What a pass gave: how it ended, and the words that it drew.
pub(super) type Drawn = (Ending, Vec<(String, Vec<u32>)>);

/// Draws everything once.
pub(super) fn draw(running: &Running, copies: &Copies, policy: &Policy, watch: Option<&mut Watch>) -> Result<Drawn> {
    let _ = (copies, policy, watch);
    Err(running.checked.call("passes: not yet".to_string()))
}
