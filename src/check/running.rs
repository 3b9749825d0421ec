//! What every run of a launch shares, and what one run gives.

use super::checked::Checked;
use super::launch::{Bounds, Launch};
use super::plan::Plan;
use super::settings::Setting;
use crate::counters::Counters;
use crate::emulator::assembly::Assembly;
use crate::emulator::dispatch::Ending;
use crate::emulator::observers::timeline::Stretch;
use crate::finding::Finding;
use crate::shader::Stage;
use std::time::Instant;

/// What every run of a launch shares.
pub(super) struct Running<'a> {
    pub checked: &'a Checked,
    pub launch: &'a Launch,
    pub settings: &'a [Setting],
    pub bounds: &'a Bounds,
    pub plan: &'a Plan,
    pub assemblies: &'a [&'a Assembly],
    pub until: Instant,
}

/// What one run gave.
pub(super) struct Run {
    pub ending: Ending,
    /// The stage that did not come to its end, if one did not.
    pub stage: Stage,
    pub findings: Vec<Finding>,
    pub counters: Option<Counters>,
    pub timeline: Vec<Stretch>,
    /// By name: buffers, images, what was drawn.
    pub outputs: Vec<(String, Vec<u32>)>,
}
