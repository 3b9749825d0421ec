//! Search for values of the integers that no setting gives, until the most lines of a kernel are reached and its loops
//! with a barrier take a second turn.
//!
//! It is limited in steps and in runs and reads no clock, so that every machine tries the same values.

use super::coverage::{CodeLines, ReachedLines};
use super::default_fill::{DefaultFill, Defaults};
use super::launch_run::RunOutcome;
use super::open_values::{OpenValue, list_open_values};
use super::request::LaunchRequest;
use gristmill_base::error::Result;
use gristmill_emulator::assembly::Assembly;
use gristmill_emulator::dispatch::Ending;
use gristmill_emulator::value_sources::branch_condition;
use std::collections::BTreeSet;

/// Steps of all warps of all runs of the search, and of one run.
const SEARCH_STEPS: u64 = 1_000_000;
const RUN_STEPS: u64 = 200_000;
/// Steps of the first run: the default values come first, and smaller ones if they take longer.
const FIRST_STEPS: u64 = 1_000_000;
const SMALLER_VALUES: [u32; 3] = [16, 4, 1];
/// Steps that a run costs before its first instruction.
const STEPS_TO_BEGIN: u64 = 1000;
/// Most literals of a kernel that are tried as values.
const MAX_LITERALS: usize = 24;
/// Largest literal that is tried.
const MAX_LITERAL: u32 = 1 << 16;
/// Most launches that are judged beside the one that reaches the most lines.
const MAX_COVERS: usize = 3;
/// Lanes that a partial last group lacks.
const LACKING_LANES: u32 = 7;

/// A launch that was tried, and what it reached.
pub(super) struct TriedLaunch {
    pub defaults: Defaults,
    pub reached: ReachedLines,
    /// Branches after which a warp went both ways.
    divergent: u64,
    wrote: bool,
}

/// The launches that were tried, and what is open in them.
pub(super) struct ValueSearch {
    pub lines: CodeLines,
    pub open: Vec<OpenValue>,
    pub tried: Vec<TriedLaunch>,
    /// The defaults of the launch that reaches the most lines.
    pub best: Defaults,
    /// The number of that launch among those tried.
    best_number: usize,
    /// The number of the launch with numbers of both signs.
    both_signs: Option<usize>,
    /// The numbers of launches in which one value leaves the last group partial.
    partial: Vec<usize>,
    steps_left: u64,
    /// The fills and values that were tried.
    known: BTreeSet<(DefaultFill, Vec<(String, u32)>)>,
}

impl LaunchRequest<'_> {
    /// Searches from these defaults on. A kernel without branches has nothing to search.
    ///
    /// # Errors
    /// Those of a plan with the first defaults.
    pub(super) fn search_values(&self, first: Defaults) -> Result<ValueSearch> {
        let mut search = ValueSearch {
            lines: CodeLines::of_stages(self.checked, &self.assemblies),
            open: vec![],
            tried: vec![],
            best: first,
            best_number: 0,
            both_signs: None,
            partial: vec![],
            steps_left: SEARCH_STEPS,
            known: BTreeSet::new(),
        };
        if !self.explores() {
            return Ok(search);
        }
        search.open = list_open_values(&self.assemblies, &self.settings);
        if !self.assemblies.iter().any(|assembly| has_branches(assembly)) {
            return Ok(search);
        }
        if !search.run_first(self)? {
            return Ok(search);
        }
        search.try_fills(self);
        search.try_both_signs(self);
        search.try_values(self);
        search.try_partial_groups(self);
        Ok(search)
    }

    /// Runs the launch with these defaults for at most this many steps, only counting.
    fn run_counted(&self, defaults: &Defaults, steps: u64) -> Result<RunOutcome> {
        let planned = self.plan_launch(defaults)?;
        self.launch_run(&planned, defaults).run_counted(steps)
    }
}

impl ValueSearch {
    /// Runs the first defaults, with memories as large as the kernel reaches, or smaller values if those take too
    /// many steps. Returns false if none completes.
    fn run_first(&mut self, request: &LaunchRequest) -> Result<bool> {
        let mut values = SMALLER_VALUES.iter();
        let usual = self.best.clone();
        loop {
            let run = request.run_counted(&self.best, FIRST_STEPS)?;
            if self.best.grow_memories(&run.outgrown) {
                continue;
            }
            if run.ending == Ending::Complete {
                let defaults = self.best.clone();
                self.keep_run(defaults, &run);
                return Ok(true);
            }
            let Some(value) = values.next().filter(|_| self.steering_values().next().is_some()) else {
                self.best = usual;
                return Ok(false);
            };
            let names: Vec<String> = self.steering_values().map(|open| open.name.clone()).collect();
            for name in names {
                self.best = self.best.with_value(&name, *value);
            }
        }
    }

    fn steering_values(&self) -> impl Iterator<Item = &OpenValue> {
        self.open.iter().filter(|open| open.steers && !open.is_boolean)
    }

    /// Keeps a complete run, as the best if it reaches more lines; returns its number.
    fn keep_run(&mut self, defaults: Defaults, run: &RunOutcome) -> usize {
        let counters = run.counters.as_ref();
        let tried = TriedLaunch {
            reached: counters.map_or_else(ReachedLines::default, |counters| self.lines.find_reached(counters)),
            divergent: counters.map_or(0, |counters| counters.total.divergent),
            wrote: run.wrote,
            defaults,
        };
        let number = self.tried.len();
        // Numbers of both signs break what a kernel may rely on: they are judged beside the best launch.
        let may_lead = tried.defaults.fill != DefaultFill::BothSigns;
        let is_better = may_lead
            && self
                .tried
                .get(self.best_number)
                .is_none_or(|best| best.rank_coverage() < tried.rank_coverage());
        if is_better {
            self.best = tried.defaults.clone();
            self.best_number = number;
        }
        self.tried.push(tried);
        number
    }

    /// Tries a launch; returns its number if it completes within the steps that are left.
    fn try_defaults(&mut self, request: &LaunchRequest, defaults: Defaults) -> Option<usize> {
        let values: Vec<(String, u32)> = defaults.values.clone().into_iter().collect();
        if self.steps_left == 0 || !self.known.insert((defaults.fill, values)) {
            return None;
        }
        // A launch that cannot be planned, as for too much memory, is left out.
        let run = request.run_counted(&defaults, RUN_STEPS.min(self.steps_left)).ok()?;
        let steps = run.counters.as_ref().map_or(0, |counters| counters.total.instructions());
        self.steps_left = self.steps_left.saturating_sub(steps + STEPS_TO_BEGIN);
        (run.ending == Ending::Complete).then(|| self.keep_run(defaults, &run))
    }

    /// Returns true if the best launch reaches all lines and loops, or no steps are left.
    fn is_over(&self) -> bool {
        let best = self.tried.get(self.best_number);
        self.steps_left == 0
            || best.is_some_and(|best| best.wrote && best.reached.count_goals() == self.lines.count_goals())
    }

    /// Tries other contents of memories.
    fn try_fills(&mut self, request: &LaunchRequest) {
        for fill in DefaultFill::OTHERS {
            if self.is_over() {
                return;
            }
            self.try_defaults(request, self.best.with_fill(fill));
        }
    }

    /// Tries numbers of both signs, even if all lines are reached: more branches diverge within a warp.
    fn try_both_signs(&mut self, request: &LaunchRequest) {
        self.both_signs = self.try_defaults(request, self.best.with_fill(DefaultFill::BothSigns));
    }

    /// Tries one value after another, each with what was best so far: first a few candidates, then all of them, and the
    /// few again. Those on which no branch depends are tried where all that was written lies out of range.
    fn try_values(&mut self, request: &LaunchRequest) {
        let has_written = self.tried.get(self.best_number).is_some_and(|best| best.wrote);
        let open = self.open.iter().filter(|open| open.steers || !has_written);
        let open: Vec<OpenValue> = open.cloned().collect();
        let [few, many] = list_candidates(&request.assemblies);
        for candidates in [&few, &many, &few] {
            for value in &open {
                let own = if value.is_boolean { &[0, 1][..] } else { candidates };
                for candidate in own {
                    if self.is_over() {
                        return;
                    }
                    self.try_defaults(request, self.best.with_value(&value.name, *candidate));
                }
            }
        }
    }

    /// Tries values with which the last group is partial.
    fn try_partial_groups(&mut self, request: &LaunchRequest) {
        let [assembly] = request.assemblies[..] else { return };
        let groups = self.best.groups.map_or(1, |[x, ..]| x);
        let lanes = assembly.local_size[0].saturating_mul(groups);
        if assembly.local_size[0] <= LACKING_LANES {
            return;
        }
        let names: Vec<String> = self.steering_values().map(|open| open.name.clone()).collect();
        for name in names {
            let defaults = self.best.with_value(&name, lanes - LACKING_LANES);
            let number = self.try_defaults(request, defaults);
            self.partial.extend(number);
        }
    }

    /// Returns the launches to judge beside the best one: those that reach other lines, one with a partial group and
    /// one with numbers of both signs, if these make more branches diverge.
    pub(super) fn choose_covers(&self) -> Vec<&TriedLaunch> {
        let Some(best) = self.tried.get(self.best_number) else { return vec![] };
        let mut covered = best.reached.clone();
        let mut chosen = vec![];
        while chosen.len() < MAX_COVERS {
            // The earliest of those that add as many lines.
            let next = self
                .tried
                .iter()
                .rev()
                .max_by_key(|tried| tried.reached.count_beyond(&covered))
                .filter(|tried| tried.reached.count_beyond(&covered) > 0);
            let Some(next) = next else { break };
            covered.add_lines(&next.reached);
            chosen.push(next);
        }
        let partial = self.partial.iter().filter_map(|number| self.tried.get(*number));
        let partial = partial.rev().max_by_key(|tried| tried.divergent);
        chosen.extend(partial.filter(|tried| tried.divergent > best.divergent));
        let both_signs = self.both_signs.and_then(|number| self.tried.get(number));
        let is_chosen = chosen.iter().any(|tried| tried.defaults.fill == DefaultFill::BothSigns);
        chosen.extend(both_signs.filter(|tried| !is_chosen && tried.divergent > best.divergent));
        chosen
    }
}

impl TriedLaunch {
    /// Returns the rank of a launch: one that writes something is above the others, and then the one of more lines and
    /// loops.
    fn rank_coverage(&self) -> (bool, usize) {
        (self.wrote, self.reached.count_goals())
    }
}

fn has_branches(assembly: &Assembly) -> bool {
    assembly
        .instructions
        .iter()
        .any(|instruction| branch_condition(instruction).is_some())
}

/// Returns a few likely values of an integer, and then all candidates: sizes of the group, the kernel's own literals
/// and the next numbers, powers of two.
fn list_candidates(stages: &[&Assembly]) -> [Vec<u32>; 2] {
    let mut few = vec![1, 2, 3];
    let mut many = vec![];
    for assembly in stages {
        let [x, y, z] = assembly.local_size;
        few.extend([x.saturating_mul(y).saturating_mul(z), x]);
        let literals: BTreeSet<u32> = assembly
            .constants
            .iter()
            .map(|(_, word)| *word)
            .filter(|word| *word <= MAX_LITERAL)
            .collect();
        many.extend(literals.into_iter().flat_map(|word| [word, word + 1]).take(MAX_LITERALS));
    }
    few.push(0);
    many.extend((2..=12).map(|bit| 1 << bit));
    many.push(u32::MAX);
    let mut seen = BTreeSet::new();
    few.retain(|value| seen.insert(*value));
    many.retain(|value| seen.insert(*value));
    [few, many]
}

#[cfg(test)]
mod tests {
    use super::*;
    use gristmill_shader::Stage;

    #[test]
    fn candidates_come_once_and_zero_late() {
        let mut assembly = Assembly::new(Stage::Compute);
        assembly.local_size = [64, 1, 1];
        assembly.constants = vec![(0, 0), (1, 7), (2, 1.0_f32.to_bits()), (3, 64)];
        let [few, many] = list_candidates(&[&assembly]);
        assert_eq!(few, [1, 2, 3, 64, 0]);
        assert_eq!(many, [7, 8, 65, 4, 16, 32, 128, 256, 512, 1024, 2048, 4096, u32::MAX]);
    }
}
