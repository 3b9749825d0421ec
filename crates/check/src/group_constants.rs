//! Sizes of work groups by specialisation constants that nobody set.
//!
//! Their default is one invocation, which no host means: it hides every race, and arrays of the same constant have
//! places that nobody writes.

use super::compiled::Checked;
use super::defaults::is_set;
use super::explored_launches::is_same_fault;
use super::launch::LaunchOptions;
use super::report::Report;
use super::settings::RunSetting;
use gristmill_base::error::Result;
use gristmill_base::finding::FindingKind;
use gristmill_emulator::assembly::{Assembly, StageInput};
use gristmill_emulator::lowered::LoweredStage;
use gristmill_emulator::value_sources::is_input_used;
use gristmill_shader::{ExpandedKernel, Stage, constant_defaults, draw_finding, specialise};

/// Values of constants with which a finding is confirmed.
const OTHER_CONSTANTS: [u32; 2] = [1, 2];
/// Most constants that are varied alone.
const MAX_VARIED_ALONE: usize = 4;
/// Constants from this number on are left alone.
const MAX_CONSTANTS: u32 = 32;
/// Most invocations of a made-up group.
const MAX_LANES: u32 = 1024;

/// Made-up sizes of groups.
struct MadeUpSizes {
    /// The numbers of constants, each with its value.
    values: Vec<(u32, u32)>,
    /// True if each is that of a named constant with the same number.
    are_named: bool,
}

impl Checked {
    /// Runs it with groups of a usual size, if constants that nobody set make them of one invocation. Errors that groups
    /// of half the size do not show are notes, unless the kernel itself names the size, and so are those that other
    /// values of further constants do not show.
    pub(super) fn launch_usual_groups(self, launch: &LaunchOptions) -> Result<Report> {
        let watched = !launch.unwatched;
        let open = self.list_open_constants(launch)?;
        let sizes = self
            .make_up_sizes(launch)?
            .unwrap_or(MadeUpSizes { values: vec![], are_named: true });
        let checked = match self.specialise_stage(&sizes.values, watched)? {
            Some(usual) if !sizes.values.is_empty() => self.with_last_stage(usual),
            _ => self,
        };
        let mut report = checked.launch(launch)?;
        let mut others = vec![];
        if !sizes.are_named {
            let half = sizes.values.iter().map(|(number, size)| (*number, size.div_ceil(2)));
            others.push((
                half.collect::<Vec<_>>(),
                "only with the size of groups that is made up, not with half of it; ",
            ));
        }
        for mut values in checked.list_other_constants(&open) {
            values.extend(&sizes.values);
            others.push((values, "only with constants that nobody set, not with other values of them; "));
        }
        let mut checked = checked;
        for (values, why) in others {
            let Some(stage) = checked.stages.last().filter(|_| !report.is_right()) else { break };
            let expanded = stage.expanded.clone();
            if let Some(changed) = checked.specialise_stage(&values, watched)? {
                checked = checked.with_last_stage(changed);
                note_unconfirmed(&mut report, &checked.launch(launch)?, why, &expanded);
            }
        }
        Ok(report)
    }

    /// Lists other values of constants: the same for all of them, and another for one alone, with which a branch that
    /// the rest decide is still taken.
    fn list_other_constants(&self, open: &[u32]) -> Vec<Vec<(u32, u32)>> {
        let Some(stage) = self.stages.last().filter(|_| !open.is_empty()) else { return vec![] };
        let own = |number: u32| constant_defaults(&stage.spirv, number).first().copied().unwrap_or_default();
        let all_alike = OTHER_CONSTANTS.map(|value| open.iter().map(|number| (*number, value)).collect());
        let one_alone = open.iter().take(MAX_VARIED_ALONE).map(|varied| {
            let other = if own(*varied) == OTHER_CONSTANTS[0] { OTHER_CONSTANTS[1] } else { OTHER_CONSTANTS[0] };
            let values = open
                .iter()
                .map(|number| (*number, if number == varied { other } else { own(*number) }));
            values.collect()
        });
        all_alike.into_iter().chain(one_alone).collect()
    }

    /// Lists the numbers of the whole constants that nobody set, other than those of the size of groups.
    fn list_open_constants(&self, launch: &LaunchOptions) -> Result<Vec<u32>> {
        let settings = launch.merge_settings(&self.comments);
        let stage = self.stages.last().filter(|stage| stage.expanded.stage == Stage::Compute);
        let Some(stage) = stage.filter(|_| !has_constant(&settings)) else { return Ok(vec![]) };
        let assembly = stage.assembly_for(!launch.unwatched)?;
        let is_size = |number: &u32| assembly.size_constants.iter().any(|constant| constant.number == *number);
        let is_open = |number: &u32| {
            let words = constant_defaults(&stage.spirv, *number);
            !is_size(number) && words.first().is_some_and(|word| *word <= MAX_LANES)
        };
        Ok((0..MAX_CONSTANTS).filter(is_open).collect())
    }

    /// Chooses the sizes of groups: those of named constants, else a power of two along each axis that the kernel asks
    /// for. `None` if nothing is open.
    fn make_up_sizes(&self, launch: &LaunchOptions) -> Result<Option<MadeUpSizes>> {
        let settings = launch.merge_settings(&self.comments);
        let stage = self.stages.last().filter(|stage| stage.expanded.stage == Stage::Compute);
        let Some(stage) = stage else { return Ok(None) };
        let assembly = stage.assembly_for(!launch.unwatched)?;
        let constants = assembly.size_constants.iter();
        let open: Vec<u32> = constants
            .filter(|constant| !is_set(constant, &settings))
            .map(|constant| constant.number)
            .collect();
        // `local_size_x_id` is 1 where nobody sets it, whatever the constant of that number says.
        let has_two_defaults = |number: &u32| {
            let words = constant_defaults(&stage.spirv, *number);
            words.iter().min() != words.iter().max()
        };
        let is_single = assembly.local_size.iter().product::<u32>() == 1;
        if open.is_empty() || !(is_single || open.iter().all(has_two_defaults)) {
            return Ok(None);
        }
        let usual = usual_sizes(assembly);
        let mut are_named = true;
        let sizes = open.iter().zip(usual).map(|(number, usual)| {
            let named = constant_defaults(&stage.spirv, *number).into_iter().max();
            let named = named.filter(|size| (2..=MAX_LANES).contains(size));
            are_named &= named.is_some();
            (*number, named.unwrap_or(usual))
        });
        let values: Vec<(u32, u32)> = sizes.collect();
        let lanes = values.iter().map(|(_, size)| u64::from(*size)).product::<u64>();
        Ok((lanes <= u64::from(MAX_LANES)).then_some(MadeUpSizes { values, are_named }))
    }

    /// Returns the last stage with these constants; `None` if its code cannot have them, as for an array of as many items.
    fn specialise_stage(&self, values: &[(u32, u32)], watched: bool) -> Result<Option<LoweredStage>> {
        let Some(stage) = self.stages.last() else { return Ok(None) };
        let values: Vec<(String, String)> = values
            .iter()
            .map(|(number, size)| (number.to_string(), size.to_string()))
            .collect();
        let words = specialise(&self.name, &stage.spirv, &values)?;
        let changed = LoweredStage::new(stage.expanded.clone(), words);
        Ok(changed.assembly_for(watched).is_ok().then_some(changed))
    }

    fn with_last_stage(mut self, stage: LoweredStage) -> Checked {
        self.stages.pop();
        self.stages.push(stage);
        self
    }
}

/// Returns a size for each axis: 1 along those for which the kernel does not ask. A kernel that works by subgroups gets
/// one of them.
fn usual_sizes(assembly: &Assembly) -> [u32; 3] {
    let asks = |axis: u8| {
        let inputs = [StageInput::GlobalId(axis), StageInput::LocalId(axis)];
        axis == 0 || inputs.into_iter().any(|input| is_input_used(assembly, input))
    };
    let used = [0, 1, 2].map(asks);
    let side = match used.iter().filter(|used| **used).count() {
        1 if assembly.depends_on_subgroup_size() => 32,
        1 => 64,
        2 => 8,
        _ => 4,
    };
    used.map(|used| if used { side } else { 1 })
}

/// Returns true if a setting gives some constant: then the others have the values that they are declared with.
fn has_constant(settings: &[RunSetting]) -> bool {
    settings.iter().any(|setting| matches!(setting, RunSetting::Constant(..)))
}

/// Turns errors into notes that another run does not show although it reaches their lines.
pub(super) fn note_unconfirmed(report: &mut Report, other: &Report, why: &str, expanded: &ExpandedKernel) {
    for (finding, drawing) in report.findings.iter_mut().zip(&mut report.drawings) {
        let is_shown = other
            .findings
            .iter()
            .any(|known| known.kind.is_error() && is_same_fault(known, finding));
        let is_reached = |line: usize| !other.unreached.iter().any(|(_, unreached)| *unreached == line);
        let are_reached = finding.witnesses.iter().all(|seen| is_reached(seen.line));
        if finding.kind.is_error() && !is_shown && are_reached && other.is_judged() {
            finding.kind = FindingKind::Note;
            finding.mend.insert_str(0, why);
            *drawing = draw_finding(finding, false, expanded);
        }
    }
}
