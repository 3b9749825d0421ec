//! Runs with what nobody set made up, and the findings that only made-up constants of WGSL show.

use super::group_constants::note_unconfirmed;
use super::launch::LaunchOptions;
use super::report::Report;
use super::source::{IncludeFiles, KernelFileCheck};
use gristmill_base::error::Result;

impl<L: IncludeFiles> KernelFileCheck<L> {
    /// Runs it with what nobody set made up and tried.
    pub(super) fn run_explored(&self, launch: &LaunchOptions) -> Result<Report> {
        let checked = self.compile_for(launch)?;
        let made_up = checked.made_up_constants.clone();
        let mut report = checked.launch_usual_groups(launch)?;
        self.confirm_constants(&mut report, &made_up, launch)?;
        Ok(report)
    }

    /// Turns errors into notes that half the made-up values do not show.
    fn confirm_constants(&self, report: &mut Report, made_up: &[(String, u32)], launch: &LaunchOptions) -> Result<()> {
        if made_up.is_empty() || report.is_right() {
            return Ok(());
        }
        let mut halves = launch.clone();
        for (name, value) in made_up {
            halves = halves.option("constant", &format!("{name}={}", value.div_ceil(2)))?;
        }
        let checked = self.compile_for(&halves)?;
        let Some(expanded) = checked.stages.last().map(|stage| stage.expanded.clone()) else { return Ok(()) };
        let other = checked.launch_usual_groups(&halves)?;
        let why = "only with constants that are made up, not with half of them; ";
        note_unconfirmed(report, &other, why, &expanded);
        Ok(())
    }
}
