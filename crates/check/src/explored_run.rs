//! Runs with what nobody set made up, and the findings that only made-up constants of WGSL show.

use super::group_constants::note_unconfirmed;
use super::launch::LaunchOptions;
use super::report::Report;
use super::source::{IncludeFiles, KernelFileCheck};
use gristmill_base::error::{Error, Result};

impl<L: IncludeFiles> KernelFileCheck<L> {
    /// Runs it with what nobody set made up and tried.
    pub(super) fn run_explored(&self, launch: &LaunchOptions) -> Result<Report> {
        let checked = self.compile_for(launch)?;
        let made_up = checked.made_up_constants.clone();
        let halves: Vec<(String, u32)> =
            made_up.iter().map(|(name, value)| (name.clone(), value.div_ceil(2))).collect();
        let lanes = checked.lane_constants.clone();
        let mut report = checked.launch_usual_groups(launch)?;
        let trials = [
            (halves, "only with constants that are made up, not with half of them; "),
            (lanes, "only with constants that are made up, not with as many as the lanes of a group; "),
        ];
        for (constants, why) in trials {
            if constants != made_up && !report.is_right() {
                self.confirm_constants(&mut report, &constants, why, launch)?;
            }
        }
        Ok(report)
    }

    /// Turns errors into notes that other made-up values of constants do not show. Values that a kernel cannot have, as
    /// for an array of too many items, say nothing.
    fn confirm_constants(
        &self,
        report: &mut Report,
        constants: &[(String, u32)],
        why: &str,
        launch: &LaunchOptions,
    ) -> Result<()> {
        let mut other = launch.clone();
        for (name, value) in constants {
            other = other.option("constant", &format!("{name}={value}"))?;
        }
        let checked = match self.compile_for(&other) {
            Ok(checked) => checked,
            Err(error @ Error::Shortage { .. }) => return Err(error),
            // The kernel does not take these constants.
            Err(_) => return Ok(()),
        };
        let Some(expanded) = checked.stages.last().map(|stage| stage.expanded.clone()) else { return Ok(()) };
        let other = checked.launch_usual_groups(&other)?;
        note_unconfirmed(report, &other, why, &expanded);
        Ok(())
    }
}
