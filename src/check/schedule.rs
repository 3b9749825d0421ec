//! Runs a kernel under one order of its warps and groups or under several, and compares what they give.

use super::fill::name_of;
use super::launch::Bounds;
use super::plan::{Asking, Copies, Plan};
use super::run::{Schedule, Setting};
use super::{Checked, Launch, Report, pass};
use crate::counters::Counters;
use crate::data::error::{Error, Result};
use crate::emulator::assembly::{Assembly, Layout, Pc};
use crate::emulator::dispatch::{Ending, Order, Policy, watched};
use crate::emulator::event::Observe;
use crate::emulator::observers::timeline::Stretch;
use crate::emulator::observers::{SHADOW, Watch, WatchResults};
use crate::finding::log::FindingsLog;
use crate::finding::{Finding, FindingKind, Listening, Witness};
use crate::shader::{Expanded, Stage, draw_finding};
use std::ops::Range;
use std::time::Instant;

/// The most lanes of a work group, and bytes of its shared memory: what any OpenGL has.
const LANES: u128 = 1024;
const SHARED: u128 = 32_768;
/// Groups that are under way at once at most.
const RESIDENT: u128 = 4;

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

pub(super) fn launch(checked: &Checked, launch: &Launch) -> Result<Report> {
    let settings = launch.over(&checked.comments);
    let bounds = Bounds::of(&settings);
    let until = launch.started.unwrap_or_else(Instant::now) + bounds.deadline;
    let assemblies = checked
        .stages
        .iter()
        .map(|stage| stage.assembly(!launch.unwatched))
        .collect::<Result<Vec<_>>>()?;
    let most = (bounds.memory as usize).saturating_mul(1 << 20);
    let asking = Asking { kernel: &checked.name, folder: checked.folder.as_deref(), most };
    for assembly in &assemblies {
        check_size(checked, assembly)?;
        asking.within(registers(assembly, bounds.warp))?;
    }
    let plan = Plan::new(asking, &assemblies, &settings)?;
    let registers: u128 = assemblies.iter().map(|assembly| registers(assembly, bounds.warp)).sum();
    let shadows = if launch.unwatched { 0 } else { plan.writable() * SHADOW as u128 };
    asking.within(plan.bytes() + shadows + registers + pass::bytes(&checked.outputs, bounds.size))?;
    let (settings, bounds, plan, assemblies) = (&settings, &bounds, &plan, &assemblies);
    let schedules = schedules(checked, settings)?;
    let running = Running { checked, launch, settings, bounds, plan, assemblies, until };
    pass::refuse_unknown(&running)?;
    running.all(&schedules)
}

/// A work group that is too large for any device ends here, before its lanes are counted in 32 bits.
fn check_size(checked: &Checked, assembly: &Assembly) -> Result<()> {
    let lanes = assembly.local_size.iter().map(|&side| u128::from(side)).product::<u128>();
    let shared = u128::from(assembly.shared_words) * 4;
    for (what, given, limit, next) in [
        ("invocations of a work group", lanes, LANES, "give local_size smaller numbers"),
        ("bytes of shared memory", shared, SHARED, "work on smaller blocks"),
    ] {
        if given > limit {
            return Err(Error::limit(format!("{}: {what}", checked.name), given, limit, next));
        }
    }
    Ok(())
}

/// Bytes of the registers and shared memories of the groups under way.
fn registers(assembly: &Assembly, width: u32) -> u128 {
    let lanes = if width > 32 { 64 } else { 32 };
    let warps = u128::from(assembly.local_size.iter().product::<u32>().div_ceil(width.max(1)));
    let group = warps * u128::from(assembly.registers) * lanes + u128::from(assembly.shared_words);
    group * 4 * RESIDENT
}

/// The schedules to run under.
fn schedules(checked: &Checked, settings: &[Setting]) -> Result<Vec<Schedule>> {
    let fragment = checked
        .stages
        .last()
        .is_some_and(|stage| stage.expanded.stage == Stage::Fragment);
    let alone =
        || checked.call("schedules are orders of work groups, and fragments have none; leave them out".to_string());
    for setting in settings {
        match setting {
            Setting::Schedule(_) | Setting::Schedules(_) if fragment => return Err(alone()),
            Setting::Schedule(schedule) => {
                if let Schedule::Random(seed, Some(print)) = schedule
                    && *print != checked.fingerprint
                {
                    let now = &checked.fingerprint;
                    return Err(checked.call(format!(
                        "random:{seed}@{print} was seen in another text of this kernel, which is now {now}; run it with --schedules again"
                    )));
                }
                // What differs is seen only beside the order of the groups.
                let other = (*schedule != Schedule::Forward).then_some(Schedule::Forward);
                return Ok([schedule.clone()].into_iter().chain(other).collect());
            }
            Setting::Schedules(count) => {
                let first = [Schedule::Forward, Schedule::Reversed, Schedule::RoundRobin];
                let random = (0..).map(|seed| Schedule::Random(seed, None));
                return Ok(first.into_iter().chain(random).take(*count as usize).collect());
            }
            _ => {}
        }
    }
    Ok(vec![Schedule::Forward])
}

fn order(schedule: &Schedule) -> Order {
    match schedule {
        Schedule::Forward => Order::Forward,
        Schedule::Reversed => Order::Reversed,
        Schedule::RoundRobin => Order::RoundRobin,
        Schedule::Random(seed, _) => Order::Random(*seed),
    }
}

impl Running<'_> {
    fn all(&self, schedules: &[Schedule]) -> Result<Report> {
        let log = FindingsLog::default();
        let mut first: Option<(&Schedule, Run)> = None;
        let mut replay = None;
        let mut ran = 0;
        for schedule in schedules {
            if first.is_some() && Instant::now() >= self.until {
                break;
            }
            let mut run = self.one(order(schedule))?;
            if first.is_some() && matches!(run.ending, Ending::Late(_)) {
                break;
            }
            ran += 1;
            self.notice_ending(&mut run)?;
            log.add(std::mem::take(&mut run.findings));
            match &first {
                None => first = Some((schedule, run)),
                Some((usual, first)) => {
                    let in_order = *schedule == Schedule::Forward;
                    let (before, after, other) = if in_order { (&run, first, *usual) } else { (first, &run, schedule) };
                    let mut new = self.differences(before, after, other);
                    new.retain(|finding| !log.knows(finding));
                    if !new.is_empty() {
                        replay.get_or_insert_with(|| self.said(other));
                    }
                    log.add(new);
                }
            }
        }
        let findings = log.findings.take();
        let drawn = |finding: &Finding| {
            let mut stages = self.checked.stages.iter().map(|stage| &stage.expanded);
            let own = stages
                .clone()
                .find(|expanded| expanded.name == finding.kernel)
                .or_else(|| stages.next_back());
            own.map_or(String::new(), |expanded| draw_finding(finding, expanded))
        };
        let (outputs, counters, timeline) = first
            .map(|(_, run)| (run.outputs, run.counters, run.timeline))
            .unwrap_or_default();
        Ok(Report {
            kernel: self.checked.name.clone(),
            drawings: findings.iter().map(drawn).collect(),
            findings,
            counters,
            timeline,
            outputs,
            schedules: ran,
            wanted: schedules.len() as u32,
            replay,
        })
    }

    fn policy(&self, order: Order) -> Policy {
        Policy { width: self.bounds.warp, order, steps: self.bounds.steps, deadline: Some(self.until) }
    }

    pub(super) fn listening(&self) -> Listening {
        let Bounds { non_finite, same_value, .. } = *self.bounds;
        Listening { non_finite, same_value, counters: self.launch.counters, ..Listening::FAULTS }
    }

    /// One run on fresh copies.
    fn one(&self, order: Order) -> Result<Run> {
        let copies = self.plan.copies();
        let policy = self.policy(order);
        if self.launch.unwatched {
            let ((ending, stage), outputs) = self.observed(&copies, &policy, &mut ())?;
            return Ok(Run { ending, stage, findings: vec![], counters: None, timeline: vec![], outputs });
        }
        let watch = Watch::new(self.listening());
        let watch = if self.launch.timeline { watch.timed() } else { watch };
        let (ended, mut watch) = if self.bounds.non_finite {
            let mut watch = WatchResults(watch);
            (self.observed(&copies, &policy, &mut watch)?, watch.0)
        } else {
            let mut watch = watch;
            (self.observed(&copies, &policy, &mut watch)?, watch)
        };
        let ((ending, stage), outputs) = ended;
        let mut run = Run { ending, stage, findings: vec![], counters: None, timeline: vec![], outputs };
        // The main stage first: it is what the report is about.
        for (lowered, assembly) in self.checked.stages.iter().zip(self.assemblies).rev() {
            run.findings.extend(watch.findings(assembly, &lowered.expanded));
            if let Some(counters) = watch.counters(assembly, &lowered.expanded) {
                run.counters.get_or_insert_default().add(&counters);
            }
            run.timeline.extend(watch.timeline(assembly, &lowered.expanded));
        }
        run.timeline.sort_by_key(|stretch| stretch.first);
        Ok(run)
    }

    /// One run with somebody who listens, or nobody. Gives how it ended, and all that it wrote.
    fn observed<O: Observe>(&self, copies: &Copies, policy: &Policy, observer: &mut O) -> Result<pass::Drawn> {
        let (ending, drawn) = match self.assemblies {
            [assembly] if assembly.stage == Stage::Compute => {
                let bindings = self.plan.bindings(0, assembly, copies);
                ((watched(assembly, &bindings, self.bounds.groups, policy, observer)?, Stage::Compute), vec![])
            }
            _ => pass::draw(self, copies, policy, observer)?,
        };
        let mut outputs = self.written(copies);
        outputs.extend(drawn);
        Ok((ending, outputs))
    }

    /// What the kernel may have written of its buffers and images.
    fn written(&self, copies: &Copies) -> Vec<(String, Vec<u32>)> {
        let memories = self.plan.memories.iter().zip(&copies.memories);
        let memories = memories.filter(|(memory, _)| memory.writable);
        let memories = memories.map(|(memory, storage)| (memory.name.clone(), storage.copy()));
        let textures = self.plan.textures.iter().zip(&copies.textures);
        let textures = textures.filter(|(texture, _)| texture.writable);
        memories
            .chain(textures.map(|(texture, copy)| (texture.name.clone(), copy.storage.copy())))
            .collect()
    }

    /// A run that was stopped is a finding; without observers it is an error.
    fn notice_ending(&self, run: &mut Run) -> Result<()> {
        let (what, pc) = match run.ending {
            Ending::Complete => return Ok(()),
            Ending::Stopped(pc) => (format!("a warp took {} steps and was stopped", self.bounds.steps), pc),
            Ending::Late(pc) => (format!("{} s were over", self.bounds.deadline.as_secs_f64()), pc),
        };
        let mend = format!("{what}; does a loop never end?");
        let witness = self.at(run.stage, pc);
        if self.launch.unwatched {
            let place = witness.map_or(String::new(), |seen| format!(" at {}:{}", seen.file, seen.line));
            return Err(self.checked.call(format!("{what}{place}; does a loop never end?")));
        }
        if !run.findings.iter().any(|finding| finding.kind == FindingKind::Steps) {
            run.findings.push(Finding {
                kind: FindingKind::Steps,
                kernel: self.checked.name.clone(),
                name: String::new(),
                place: String::new(),
                witnesses: witness.into_iter().collect(),
                mend,
                times: 1,
            });
        }
        Ok(())
    }

    /// The line of an instruction of a stage.
    fn at(&self, stage: Stage, pc: Pc) -> Option<Witness> {
        let mut stages = self.checked.stages.iter().zip(self.assemblies);
        let (lowered, assembly) = stages.find(|(lowered, _)| lowered.expanded.stage == stage)?;
        let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
        witness(&lowered.expanded, line as usize)
    }

    /// The first word that two runs do not agree on, of each member of each buffer and of each image.
    fn differences(&self, first: &Run, run: &Run, schedule: &Schedule) -> Vec<Finding> {
        if [first.ending, run.ending] != [Ending::Complete; 2] {
            return vec![];
        }
        let mut found: Vec<Finding> = vec![];
        for ((output, before), (_, after)) in first.outputs.iter().zip(&run.outputs) {
            for part in self.parts(output, before.len()) {
                let differs = |word: &usize| before.get(*word) != after.get(*word);
                let word = part.clone().find(differs);
                let Some((word, before, after)) =
                    word.and_then(|word| Some((word, before.get(word)?, after.get(word)?)))
                else {
                    continue;
                };
                found.push(self.difference(output, word, [*before, *after], schedule));
            }
        }
        found
    }

    /// The words of each member of an output, which is whole if it has none.
    fn parts(&self, output: &str, words: usize) -> Vec<Range<usize>> {
        let memory = self.plan.memories.iter().find(|memory| memory.name == output);
        let Some(Layout::Struct(members)) = memory.map(|memory| &memory.layout) else {
            return std::iter::once(0..words).collect();
        };
        let mut starts: Vec<usize> = members.iter().map(|(_, first, _)| *first as usize).collect();
        starts.sort_unstable();
        let ends = starts.iter().skip(1).copied().chain([words]);
        starts.iter().zip(ends).map(|(&start, end)| start..end.min(words)).collect()
    }

    fn difference(&self, output: &str, word: usize, [before, after]: [u32; 2], schedule: &Schedule) -> Finding {
        let said = self.said(schedule);
        let (name, place) = self.named(output, word);
        let mend = format!(
            "it is {} in order and {} in {}; replay it with --schedule {said}, and let no result depend on who comes first",
            shown(before),
            shown(after),
            said.split('@').next().unwrap_or(&said),
        );
        let kernel = self.checked.name.clone();
        Finding { kind: FindingKind::Order, kernel, name, place, witnesses: vec![], mend, times: 1 }
    }

    /// What a word of a buffer or image is called: the member, and the place.
    fn named(&self, output: &str, word: usize) -> (String, String) {
        if let Some(memory) = self.plan.memories.iter().find(|memory| memory.name == output) {
            let path = name_of(&memory.layout, word);
            let path = path.strip_prefix('.').unwrap_or(&path);
            let name = path.split(['.', '[']).next().filter(|name| !name.is_empty()).unwrap_or(output);
            let shown = if path.is_empty() { format!("{output}[{word}]") } else { path.to_string() };
            return (name.to_string(), format!("buffer `{shown}`"));
        }
        let texture = self.plan.textures.iter().find(|texture| texture.name == output);
        let Some(texture) = texture else { return (output.to_string(), format!("`{output}`")) };
        let texel = word / texture.texture.texel.words().max(1);
        let [width, height, _] = texture.size.map(|side| (side as usize).max(1));
        let (x, y, z) = (texel % width, texel / width % height, texel / width / height);
        let place = if z > 0 { format!("{x},{y},{z}") } else { format!("{x},{y}") };
        (output.to_string(), format!("image `{output}[{place}]`"))
    }

    /// A schedule as `--schedule` takes it.
    fn said(&self, schedule: &Schedule) -> String {
        match schedule {
            Schedule::Forward => "in-order".to_string(),
            Schedule::Reversed => "reversed".to_string(),
            Schedule::RoundRobin => "round-robin".to_string(),
            Schedule::Random(seed, _) => format!("random:{seed}@{}", self.checked.fingerprint),
        }
    }
}

/// A word as a number that one recognises.
fn shown(word: u32) -> String {
    let float = f32::from_bits(word);
    // Small words are counts; what else has the exponent of an everyday number is most likely a float.
    if word < 1 << 24 || !(1e-6..1e9).contains(&float.abs()) { (word as i32).to_string() } else { float.to_string() }
}

/// A line of the expanded text as a witness.
fn witness(expanded: &Expanded, line: usize) -> Option<Witness> {
    let (file, line) = expanded.place(line)?;
    let text = file.text.lines().nth(line.checked_sub(1)?).unwrap_or("").to_string();
    Some(Witness { who: None, did: "was here".to_string(), file: file.name.clone(), line, text })
}
