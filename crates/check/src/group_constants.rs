//! Sizes of work groups by specialisation constants that nobody set.
//!
//! Their default is one invocation, which no host means: it hides every race, and arrays of the same constant have
//! places that nobody writes.

use super::compiled::Checked;
use super::defaults::is_set;
use super::launch::LaunchOptions;
use gristmill_base::error::Result;
use gristmill_emulator::lowered::LoweredStage;
use gristmill_shader::{Stage, constant_defaults, specialise};

/// Most invocations of a made-up group.
const MAX_LANES: u32 = 1024;

impl Checked {
    /// Returns the same kernel with groups of a usual size, if constants that nobody set make them of one invocation:
    /// that of a named constant with the same number, else a power of two.
    pub(super) fn with_usual_groups(mut self, launch: &LaunchOptions) -> Result<Checked> {
        let settings = launch.merge_settings(&self.comments);
        let Some(stage) = self.stages.last().filter(|stage| stage.expanded.stage == Stage::Compute) else {
            return Ok(self);
        };
        let assembly = stage.assembly_for(!launch.unwatched)?;
        let open: Vec<u32> = assembly
            .size_constants
            .iter()
            .filter(|constant| !is_set(constant, &settings))
            .map(|constant| constant.number)
            .collect();
        if open.is_empty() || assembly.local_size.iter().product::<u32>() > 1 {
            return Ok(self);
        }
        let usual = match open.len() {
            1 => 64,
            2 => 8,
            _ => 4,
        };
        let sizes = open.iter().map(|number| {
            let named = constant_defaults(&stage.spirv, *number);
            named.into_iter().max().filter(|size| (2..=MAX_LANES).contains(size)).unwrap_or(usual)
        });
        let mut sizes: Vec<u32> = sizes.collect();
        if sizes.iter().product::<u32>() > MAX_LANES {
            sizes.fill(usual);
        }
        let values: Vec<(String, String)> =
            open.iter().zip(sizes).map(|(number, size)| (number.to_string(), size.to_string())).collect();
        let words = specialise(&self.name, &stage.spirv, &values)?;
        let changed = LoweredStage::new(stage.expanded.clone(), words);
        // A size that the code cannot have, as for an array of as many places, leaves it as it was.
        if changed.assembly_for(!launch.unwatched).is_ok() {
            self.stages.pop();
            self.stages.push(changed);
        }
        Ok(self)
    }
}
