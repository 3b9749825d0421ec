//! Chooses the schedules of warps and groups for a kernel.

use super::compiled::Checked;
use super::language_words::find_rules;
use super::schedule_turns::format_turns;
use super::settings::{RunSetting, Schedule};
use gristmill_base::error::Result;
use gristmill_emulator::assembly::{Assembly, ImageOperation, Instruction};
use gristmill_emulator::dispatch::ScheduleOrder;
use gristmill_emulator::raster::has_effects;
use gristmill_emulator::undefined::RuleLanguage;
use gristmill_shader::Stage;

/// Returns true if the order cannot matter: in a pass whose kernels change no memory themselves.
/// Their outputs are written in the order of the primitives.
pub(super) fn has_one_order(stages: &[&Assembly]) -> bool {
    stages
        .iter()
        .all(|assembly| assembly.stage != Stage::Compute && !has_effects(assembly))
}

/// Subgroup sizes to try, those of GPUs first.
const SUBGROUP_SIZES: [u32; 6] = [64, 16, 8, 4, 1, 2];
/// The smallest subgroup in WGSL, and the smallest wave in HLSL.
const MIN_LANES: u32 = 4;

/// Returns true if the result of a kernel may depend on the subgroup size, and the size is not set.
pub(super) fn subgroup_sizes_matter(settings: &[RunSetting], stages: &[&Assembly]) -> bool {
    let said = settings.iter().any(|setting| matches!(setting, RunSetting::Warp(_)));
    !said && stages.iter().any(|assembly| assembly.depends_on_subgroup_size())
}

/// Orders to try where no setting says which.
const DEFAULT_ORDERS: [Schedule; 4] =
    [Schedule::Forward, Schedule::Reversed, Schedule::RoundRobin, Schedule::Random(0, None)];
/// Subgroup sizes to try where no setting says which: those that GPUs have.
const COMMON_SUBGROUP_SIZES: [u32; 4] = [64, 16, 8, 4];

/// Lists the schedules of a launch without a setting for them. Lanes that neither race nor talk by atomics give one
/// result in every order.
pub(super) fn list_default_schedules(settings: &[RunSetting], stages: &[&Assembly]) -> Vec<Schedule> {
    let mut schedules = vec![Schedule::Forward];
    if stages.iter().any(|assembly| has_atomics(assembly)) {
        schedules = DEFAULT_ORDERS.to_vec();
    }
    if subgroup_sizes_matter(settings, stages) {
        schedules.extend(COMMON_SUBGROUP_SIZES.map(Schedule::Warps));
    }
    if stages.iter().any(|assembly| assembly.depends_on_subgroup_size()) {
        schedules.push(Schedule::Dealt);
    }
    schedules
}

fn has_atomics(assembly: &Assembly) -> bool {
    let is_atomic = |work: &ImageOperation| matches!(work, ImageOperation::Atomic { .. });
    assembly.image_uses.iter().any(|used| is_atomic(&used.work))
        || assembly
            .instructions
            .iter()
            .any(|instruction| matches!(instruction, Instruction::Atomic { .. }))
}

/// Lists the schedules that a setting asks for; `None` if none does.
pub(super) fn list_schedules(
    checked: &Checked,
    settings: &[RunSetting],
    stages: &[&Assembly],
) -> Result<Option<Vec<Schedule>>> {
    for setting in settings {
        match setting {
            RunSetting::Schedule(schedule) => {
                if let Schedule::Random(_, Some(print)) | Schedule::Turns(_, Some(print)) = schedule
                    && *print != checked.fingerprint
                {
                    let now = &checked.fingerprint;
                    let given = format_schedule(schedule, checked);
                    let given = given.split('@').next().unwrap_or_default();
                    return Err(checked.call_error(format!(
                        "{given}@{print} belongs to another version of this kernel, which is now {now}; run it with \
                         --schedules again"
                    )));
                }
                // A difference only shows next to the forward order.
                let other = (*schedule != Schedule::Forward).then_some(Schedule::Forward);
                return Ok(Some([schedule.clone()].into_iter().chain(other).collect()));
            }
            RunSetting::Schedules(count) => {
                let first = [Schedule::Forward, Schedule::Reversed, Schedule::RoundRobin];
                let random = (0..).map(|seed| Schedule::Random(seed, None));
                let sizes: &[u32] = if subgroup_sizes_matter(settings, stages) { &SUBGROUP_SIZES } else { &[] };
                let least = if find_rules(checked) == RuleLanguage::Glsl { 1 } else { MIN_LANES };
                let sizes = sizes
                    .iter()
                    .filter(|lanes| **lanes >= least)
                    .map(|&lanes| Schedule::Warps(lanes));
                let deals = stages
                    .iter()
                    .any(|assembly| assembly.depends_on_subgroup_size())
                    .then_some(Schedule::Dealt);
                let all = first.into_iter().chain(sizes).chain(deals).chain(random);
                return Ok(Some(all.take(*count as usize).collect()));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// Converts a schedule for the emulator.
pub(super) fn schedule_order(schedule: &Schedule) -> ScheduleOrder {
    match schedule {
        Schedule::Forward | Schedule::Warps(_) | Schedule::Dealt => ScheduleOrder::Forward,
        Schedule::Reversed => ScheduleOrder::Reversed,
        Schedule::RoundRobin => ScheduleOrder::RoundRobin,
        Schedule::Random(seed, _) => ScheduleOrder::Random(*seed),
        Schedule::Turns(turns, _) => ScheduleOrder::Turns(turns.as_slice().into()),
    }
}

/// Formats a schedule as an argument of `--schedule`.
pub(super) fn format_schedule(schedule: &Schedule, checked: &Checked) -> String {
    match schedule {
        Schedule::Forward => "in-order".to_string(),
        Schedule::Reversed => "reversed".to_string(),
        Schedule::RoundRobin => "round-robin".to_string(),
        Schedule::Warps(lanes) => format!("warps:{lanes}"),
        Schedule::Dealt => "dealt".to_string(),
        Schedule::Random(seed, _) => format!("random:{seed}@{}", checked.fingerprint),
        Schedule::Turns(turns, _) => format!("turns:{}@{}", format_turns(turns), checked.fingerprint),
    }
}
