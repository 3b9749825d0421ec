//! A requested launch: its settings, and the plan made from them and defaults.

use super::budget::Budget;
use super::compiled::Checked;
use super::default_fill::Defaults;
use super::default_groups::choose_groups;
use super::defaults::is_vertex_alone;
use super::expected::{self, PlannedExpectation};
use super::launch::{LaunchBounds, LaunchOptions};
use super::launch_run::LaunchRun;
use super::order::subgroup_sizes_matter;
use super::pass;
use super::plan::LaunchPlan;
use super::settings::RunSetting;
use gristmill_base::error::{Error, Result};
use gristmill_emulator::assembly::Assembly;
use gristmill_emulator::lowered::LoweredStage;
use gristmill_emulator::observers::SHADOW_BYTES;
use gristmill_shader::Stage;
use std::time::Instant;

/// Most invocations of a work group, and bytes of its shared memory: more than any device supports.
/// Groups above the guaranteed sizes get a note.
const MAX_GROUP_LANES: u128 = 4096;
const MAX_SHARED_BYTES: u128 = 1 << 18;
/// Instructions after which a warp is stopped, if what nobody set is tried: a launch of made-up size must not take long.
const EXPLORED_STEPS: u64 = 2_000_000;
/// Most groups that run at once.
const MAX_RESIDENT_GROUPS: u128 = 4;

/// A requested launch.
pub(super) struct LaunchRequest<'a> {
    pub checked: &'a Checked,
    launch: &'a LaunchOptions,
    pub settings: Vec<RunSetting>,
    /// Settings that are not used.
    pub unused: Vec<String>,
    bounds: LaunchBounds,
    pub assemblies: Vec<&'a Assembly>,
    /// The deadline, if there is one.
    until: Option<Instant>,
}

/// The plan of a launch with certain defaults.
pub(super) struct PlannedLaunch {
    plan: LaunchPlan,
    expected: Vec<PlannedExpectation>,
    bounds: LaunchBounds,
}

impl<'a> LaunchRequest<'a> {
    /// Creates the request for a kernel and a launch; `in_floats` is the fragment stage as a card
    /// without integers computes it.
    ///
    /// # Errors
    /// [`Error::Limit`] for a work group that is too large, [`Error::Data`] for dispatches of a
    /// kernel that cannot have several.
    pub(super) fn new(
        checked: &'a Checked,
        launch: &'a LaunchOptions,
        in_floats: Option<&'a LoweredStage>,
    ) -> Result<LaunchRequest<'a>> {
        let settings = launch.merge_settings(&checked.comments);
        let mut bounds = LaunchBounds::from_settings(&settings);
        if launch.explored && !settings.iter().any(|setting| matches!(setting, RunSetting::Steps(_))) {
            bounds.steps = EXPLORED_STEPS;
        }
        let until = bounds
            .deadline
            .map(|deadline| launch.started.unwrap_or_else(Instant::now) + deadline);
        let stages = checked.stages.iter().map(|stage| match in_floats {
            Some(in_floats) if stage.expanded.stage == Stage::Fragment => in_floats,
            _ => stage,
        });
        let assemblies = stages
            .map(|stage| stage.assembly_for(!launch.unwatched))
            .collect::<Result<Vec<_>>>()?;
        let (settings, unused) = checked.leave_out_unused(settings, &assemblies);
        let request = LaunchRequest { checked, launch, settings, unused, bounds, assemblies, until };
        for assembly in &request.assemblies {
            check_size(checked, assembly)?;
            request
                .memory_budget()
                .check_bytes(register_bytes(assembly, request.widest_warp()))?;
        }
        Ok(request)
    }

    /// Returns the lanes of the widest warp: 64 if several subgroup sizes are tried.
    fn widest_warp(&self) -> u32 {
        if subgroup_sizes_matter(&self.settings, &self.assemblies) { 64 } else { self.bounds.warp }
    }

    fn memory_budget(&self) -> Budget<'_> {
        let most = (self.bounds.memory as usize).saturating_mul(1 << 20);
        let Checked { name, folder, .. } = self.checked;
        Budget { kernel: name, folder: folder.as_deref(), files: &self.launch.files[..], most }
    }

    /// Returns true if other values, groups and orders are tried where nothing is set. Expected results are those of
    /// the defaults, and several dispatches belong together.
    pub(super) fn explores(&self) -> bool {
        let is_fixed = |setting: &RunSetting| matches!(setting, RunSetting::Expect(..) | RunSetting::Then(..));
        self.launch.explored && !self.launch.unwatched && !self.settings.iter().any(is_fixed)
    }

    /// Returns the defaults to begin with: several work groups if their number is not set and others are tried.
    pub(super) fn first_defaults(&self) -> Defaults {
        if let Some(defaults) = &self.launch.defaults {
            return defaults.clone();
        }
        let has_groups = self.settings.iter().any(|setting| matches!(setting, RunSetting::Groups(_)));
        let groups = match self.assemblies[..] {
            [assembly] if assembly.stage == Stage::Compute && !has_groups && self.explores() => {
                Some(choose_groups(assembly))
            }
            _ => None,
        };
        Defaults::of_groups(groups)
    }

    /// Returns the bounds, with a default size if none is set.
    fn bounds_with(&self, defaults: &Defaults) -> LaunchBounds {
        let is_said = self.settings.iter().any(|setting| matches!(setting, RunSetting::Size(_)));
        let size = if is_said { self.bounds.size } else { defaults.fill.draw_size(is_vertex_alone(&self.assemblies)) };
        LaunchBounds { size, ..self.bounds.clone() }
    }

    /// Plans the launch with these defaults.
    ///
    /// # Errors
    /// [`Error::Name`] for a name that the kernel does not have, [`Error::Data`] for numbers that
    /// do not fit, [`Error::Limit`] if it needs too much memory.
    pub(super) fn plan_launch(&self, defaults: &Defaults) -> Result<PlannedLaunch> {
        let checked = self.checked;
        let launch = self.launch;
        let settings = &self.settings;
        let budget = self.memory_budget();
        let bounds = self.bounds_with(defaults);
        let usual = bounds.size.iter().product();
        let given = (&checked.attributes[..], launch.vertices, usual);
        let plan = LaunchPlan::new(budget, &self.assemblies, given, settings, defaults)?;
        let registers: u128 = self
            .assemblies
            .iter()
            .map(|assembly| register_bytes(assembly, self.widest_warp()))
            .sum();
        let shadows = if launch.unwatched {
            0
        } else {
            plan.writable_words() * SHADOW_BYTES as u128 + plan.total_bytes() * 2 / 3
        };
        budget.check_bytes(
            plan.total_bytes()
                + shadows
                + registers
                + pass::drawing_bytes(&checked.outputs, bounds.size, plan.vertices),
        )?;
        refuse_passes(checked, settings)?;
        let is_vertices = plan.vertices > 0 && checked.stages.iter().all(|stage| stage.expanded.stage == Stage::Vertex);
        let drawn = if is_vertices { [plan.vertices, 1] } else { bounds.size };
        let expected = expected::plan_expectations(budget, &self.assemblies, &checked.outputs, drawn, &plan, settings)?;
        Ok(PlannedLaunch { plan, expected, bounds })
    }

    /// Returns the state shared by every run of that plan, with its own step count.
    pub(super) fn launch_run<'p>(&'p self, planned: &'p PlannedLaunch, defaults: &'p Defaults) -> LaunchRun<'p> {
        LaunchRun {
            checked: self.checked,
            launch: self.launch,
            settings: &self.settings,
            bounds: &planned.bounds,
            plan: &planned.plan,
            assemblies: &self.assemblies,
            until: self.until,
            meter: planned.bounds.step_meter(),
            expected: &planned.expected,
            defaults,
        }
    }
}

/// Refuses several dispatches or passes of a kernel that is neither a compute nor a fragment kernel.
fn refuse_passes(checked: &Checked, settings: &[RunSetting]) -> Result<()> {
    let vertex = checked.stages.last().is_some_and(|stage| stage.expanded.stage == Stage::Vertex);
    for setting in settings {
        if let RunSetting::Then(_, place) = setting
            && vertex
        {
            let why = "only a compute or a fragment kernel has several dispatches or passes; leave the others out";
            return Err(Error::data(format!("{place}: {}: {why}", checked.name)));
        }
    }
    Ok(())
}

/// Refuses a work group that is too large for any device, before its lanes are counted in 32 bits.
fn check_size(checked: &Checked, assembly: &Assembly) -> Result<()> {
    let lanes = assembly.local_size.iter().map(|&side| u128::from(side)).product::<u128>();
    let shared = u128::from(assembly.shared_words) * 4;
    for (what, given, limit, next) in [
        ("invocations of a work group", lanes, MAX_GROUP_LANES, "give local_size smaller numbers"),
        ("bytes of shared memory", shared, MAX_SHARED_BYTES, "work on smaller blocks"),
    ] {
        if given > limit {
            return Err(Error::limit(format!("{}: {what}", checked.name), given, limit, next));
        }
    }
    Ok(())
}

/// Returns the bytes of the registers and shared memories of the groups that run at once.
fn register_bytes(assembly: &Assembly, width: u32) -> u128 {
    let lanes = if width > 32 { 64 } else { 32 };
    let warps = u128::from(assembly.local_size.iter().product::<u32>().div_ceil(width.max(1)));
    let group = warps * u128::from(assembly.registers) * lanes + u128::from(assembly.shared_words);
    group * 4 * MAX_RESIDENT_GROUPS
}
