//! Constants of WGSL that have no value, with values that are made up, and the findings that only those show.

use super::group_constants::note_unconfirmed;
use super::launch::LaunchOptions;
use super::report::Report;
use super::source::{IncludeFiles, KernelFileCheck};
use gristmill_base::error::Result;
use gristmill_shader::{ModuleChoice, OpenOverride, list_open_overrides};

/// Sizes of groups by one, two and three constants without a value.
const GROUP_SIDES: [u32; 3] = [64, 8, 4];
/// A whole constant without a value that sizes no group: a few of something.
const FEW: u32 = 4;

/// Returns values for the constants of a text in WGSL that have none and are not chosen.
pub(super) fn make_up_constants(text: &str, choice: &ModuleChoice) -> Vec<(OpenOverride, u32)> {
    let mut open = list_open_overrides(text);
    open.retain(|open| {
        choice
            .constants
            .iter()
            .all(|(known, _)| *known != open.key && *known != open.name)
    });
    let sides = open.iter().filter(|open| open.sizes_groups).count();
    let side = GROUP_SIDES.get(sides.saturating_sub(1)).copied().unwrap_or(1);
    let value = |open: &OpenOverride| match open.type_name.as_str() {
        _ if open.sizes_groups => side,
        "u32" | "i32" => FEW,
        _ => 1,
    };
    open.into_iter()
        .map(|open| {
            let value = value(&open);
            (open, value)
        })
        .collect()
}

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
