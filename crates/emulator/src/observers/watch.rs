//! The observers of one run, and the findings made from their results.

use super::super::assembly::{Assembly, Pc};
use super::super::event::{AccessKind, ExecutionEvent, MemoryKey, Observe};
use super::super::undefined::{RuleLanguage, UndefinedOperation};
use super::counting::CounterObserver;
use super::observer::{Observer, RawFinding};
use super::outgrown_memory::{OutgrownMemory, OutgrownObserver};
use super::timeline::TimelineObserver;
use super::undefined::HarmlessReason;
use super::uninitialised::UninitialisedObserver;
use super::{
    barriers, bounds, feedback, fold, influence, machine_choices, naming, non_finite, races, shadow, steps, undefined,
};
use gristmill_base::counters::Counters;
use gristmill_base::finding::{Finding, FindingKey, FindingKind, Listening, Witness, cause_label};
use gristmill_base::timeline::LaunchTimeline;
use gristmill_shader::{ExpandedKernel, Stage};

/// Bytes of shadow for each word that lanes may write while others use it.
pub const SHADOW_BYTES: usize = size_of::<shadow::ShadowCell>();

/// The observers of one run.
pub struct Watch {
    /// The observers of accesses, which are most of a run's events, and those that need none of them.
    access_observers: Vec<Box<dyn Observer>>,
    observers: Vec<Box<dyn Observer>>,
    /// The observer that also receives steps.
    uninitialised: Option<UninitialisedObserver>,
    counting: Option<CounterObserver>,
    /// True if a lane has stored a word that outlives the launch.
    stored: bool,
    timeline: Option<TimelineObserver>,
    machine_choices: bool,
    outgrown: OutgrownObserver,
    /// The memories without a declared length that the ended stages indexed out of range.
    too_short: Vec<OutgrownMemory>,
    images: Vec<naming::ImageLayout>,
    /// The findings of the ended stages. Each stage numbers its own instructions.
    seen: Vec<NamedFinding>,
}

/// A finding with the names of its place.
struct NamedFinding {
    /// The stage that it belongs to.
    stage: Stage,
    name: String,
    place: String,
    sighting: RawFinding,
}

impl Watch {
    /// Creates the observers for these interests. Those of [`Listening::non_finite`] only work
    /// inside a [`WatchResults`].
    pub fn new(listening: Listening) -> Watch {
        Watch::with_rules(listening, RuleLanguage::Glsl)
    }

    /// Creates the observers for these interests; they judge by the rules of a language.
    pub fn with_rules(listening: Listening, rules: RuleLanguage) -> Watch {
        let mut access_observers: Vec<Box<dyn Observer>> = vec![];
        let mut observers: Vec<Box<dyn Observer>> = vec![];
        if listening.faults || listening.races_alone {
            access_observers.push(Box::new(races::RaceObserver::new(listening.same_value)));
        }
        if listening.faults && !listening.races_alone {
            access_observers.push(Box::new(feedback::FeedbackObserver::default()));
            observers.push(Box::new(barriers::BarrierObserver::default()));
            observers.push(Box::new(bounds::BoundsObserver::default()));
            observers.push(Box::new(steps::StepObserver::default()));
            observers.push(Box::new(undefined::UndefinedObserver::new(rules)));
        }
        if listening.machine_choices {
            observers.push(Box::new(machine_choices::MachineChoiceObserver::default()));
        }
        if listening.non_finite {
            observers.push(Box::new(non_finite::NonFiniteObserver::default()));
        }
        let uninitialised = listening.faults && !listening.races_alone;
        let uninitialised = uninitialised.then(UninitialisedObserver::default);
        let counting = listening.counters.then(CounterObserver::default);
        let timeline = listening.timeline.then(TimelineObserver::default);
        let outgrown = OutgrownObserver::default();
        let images = vec![];
        let seen = vec![];
        let too_short = vec![];
        let machine_choices = listening.machine_choices;
        let stored = false;
        Watch {
            access_observers,
            observers,
            uninitialised,
            counting,
            stored,
            timeline,
            machine_choices,
            outgrown,
            too_short,
            images,
            seen,
        }
    }

    /// Collects the findings of the observers in that code, before another stage begins.
    fn collect_findings(&mut self, assembly: &Assembly) {
        self.too_short.extend(self.outgrown.take_outgrown(assembly));
        let Watch { access_observers, observers, uninitialised, images, seen, .. } = self;
        let steps = uninitialised.iter_mut().map(|observer| observer as &mut dyn Observer);
        seen.extend(
            access_observers
                .iter_mut()
                .chain(observers)
                .map(|observer| &mut **observer as &mut dyn Observer)
                .chain(steps)
                .flat_map(|observer| observer.take_findings(assembly))
                .map(|sighting| {
                    let place = sighting.place;
                    let path = sighting.path.clone();
                    let named = place.map(|(place, word)| naming::name_place(assembly, images, place, (word, path)));
                    // A finding without a place is named by its path, if it has one.
                    let (name, place) =
                        named.unwrap_or_else(|| (sighting.path.clone().unwrap_or_default(), String::new()));
                    NamedFinding { stage: assembly.stage, name, place, sighting }
                }),
        );
    }

    /// Returns the undefined operations of the ended stages.
    pub fn undefined_operations(&self) -> Vec<UndefinedOperation> {
        let mut operations: Vec<_> = self.seen.iter().filter_map(undefined_operation).collect();
        operations.sort();
        operations.dedup();
        operations
    }

    /// Marks an undefined operation as harmless.
    pub fn mark_harmless(&mut self, operation: UndefinedOperation, why: HarmlessReason) {
        let seen = self.seen.iter_mut().filter(|seen| undefined_operation(seen) == Some(operation));
        seen.for_each(|seen| undefined::mark_harmless(&mut seen.sighting, why));
    }

    /// Returns the findings of the stage of that code, with names and texts, in the order of lines.
    /// Equal findings at the same lines are merged.
    pub fn take_findings(&mut self, assembly: &Assembly, expanded: &ExpandedKernel) -> Vec<Finding> {
        self.collect_findings(assembly);
        let mut findings: Vec<Finding> = vec![];
        let seen: Vec<NamedFinding> = self.seen.extract_if(.., |seen| seen.stage == assembly.stage).collect();
        let causes = influence::find_causes(assembly, &seen.iter().map(|seen| &seen.sighting).collect::<Vec<_>>());
        let causes: Vec<String> = causes.into_iter().map(|cause| cause_name(&seen, cause)).collect();
        let seen = seen.into_iter().zip(causes);
        let found = seen.map(|(seen, cause)| {
            let place = seen.sighting.place.map(|(place, _)| place);
            (place, Finding { cause, ..build_finding(seen, assembly, expanded) })
        });
        let mut all = fold::fold_members(assembly, found.collect());
        all.sort_by_key(sort_key);
        // An undefined operation is reported as such, whatever its result is.
        let undefined: Vec<Vec<(String, usize)>> = all
            .iter()
            .filter(|finding| finding.kind == FindingKind::Undefined)
            .map(source_lines)
            .collect();
        all.retain(|finding| finding.kind != FindingKind::NonFinite || !undefined.contains(&source_lines(finding)));
        for finding in all {
            let same = findings.iter_mut().find(|known| {
                let hides = known.kind == finding.kind || kind_rank(known.kind) < kind_rank(finding.kind);
                hides && known.key() == FindingKey { kind: known.kind, ..finding.key() }
            });
            match same {
                Some(known) => {
                    known.times += finding.times;
                    // A finding that also occurs without the cause is not an effect of it.
                    if finding.cause.is_empty() {
                        known.cause.clear();
                    }
                }
                None => findings.push(finding),
            }
        }
        findings
    }

    /// Returns the counters of the stage of that code; `None` if they were not requested.
    pub fn take_counters(&mut self, assembly: &Assembly, expanded: &ExpandedKernel) -> Option<Counters> {
        self.counting
            .as_mut()
            .map(|counting| counting.take_counters(assembly, expanded))
    }

    /// True if a lane stored a word of a buffer or an image.
    pub fn has_written(&self) -> bool {
        self.stored
    }

    /// Returns the memories without a declared length that the ended stages indexed out of range.
    pub fn take_outgrown(&mut self) -> Vec<OutgrownMemory> {
        std::mem::take(&mut self.too_short)
    }

    /// Returns the timeline of the stages of that code, the main one first; `None` if it was not requested.
    pub fn take_timeline(&mut self, stages: &[(&Assembly, &ExpandedKernel)]) -> Option<LaunchTimeline> {
        self.timeline.take().map(|timeline| timeline.into_timeline(stages))
    }
}

impl Observe for Watch {
    /// Counters and timeline receive all steps, the others only those with possibly uninitialised registers.
    #[inline(always)]
    fn wants_step(&self, code: &Assembly, pc: Pc) -> bool {
        self.counting.is_some()
            || self.timeline.is_some()
            || self.uninitialised.is_some() && code.unsure.get(pc as usize) == Some(&true)
    }

    fn wants_words(&self) -> bool {
        self.timeline.is_some()
    }

    fn wants_machine_choices(&self) -> bool {
        self.machine_choices
    }

    #[inline]
    fn observe(&mut self, event: &ExecutionEvent) {
        if let Some(counting) = &mut self.counting {
            counting.observe(event);
        }
        if let Some(timeline) = &mut self.timeline {
            timeline.observe(event);
        }
        // There is a step for each instruction; no other observer needs them.
        if let ExecutionEvent::Step { at, code, registers } = *event {
            if let Some(observer) = &mut self.uninitialised {
                observer.observe_step(at, code, registers);
            }
            return;
        }
        let of_words = matches!(
            event,
            ExecutionEvent::WordsAfter { .. }
                | ExecutionEvent::Contents { .. }
                | ExecutionEvent::Texture { .. }
                | ExecutionEvent::TexelContents { .. }
        );
        if of_words || matches!(event, ExecutionEvent::Branch { .. }) {
            return;
        }
        for observer in &mut self.access_observers {
            observer.observe(event);
        }
        if let Some(observer) = &mut self.uninitialised {
            observer.observe(event);
        }
        if let ExecutionEvent::Access { access, .. } = event {
            let lasts = matches!(access.memory, MemoryKey::Global(_)) && access.inside != 0;
            self.stored |= lasts && access.kind != AccessKind::Load;
            return;
        }
        if let ExecutionEvent::LaunchBegins(launched) = event {
            self.images = launched.images.iter().map(|&(_, width, words)| (width, words)).collect();
        }
        self.outgrown.observe(event);
        for observer in &mut self.observers {
            observer.observe(event);
        }
        if let ExecutionEvent::LaunchEnds(assembly) = event {
            self.collect_findings(assembly);
        }
    }
}

/// A [`Watch`] that also receives the results of calculations.
pub struct WatchResults(pub Watch);

impl Observe for WatchResults {
    const WANTS_RESULTS: bool = true;

    #[inline(always)]
    fn wants_step(&self, code: &Assembly, pc: Pc) -> bool {
        self.0.wants_step(code, pc)
    }

    fn wants_words(&self) -> bool {
        self.0.wants_words()
    }

    fn wants_machine_choices(&self) -> bool {
        self.0.wants_machine_choices()
    }

    #[inline]
    fn observe(&mut self, event: &ExecutionEvent) {
        self.0.observe(event);
    }
}

/// Returns the operation of a finding about an undefined one.
fn undefined_operation(seen: &NamedFinding) -> Option<UndefinedOperation> {
    let (_, _, pc) = seen.sighting.acts.first()?;
    let is_undefined = seen.sighting.kind == FindingKind::Undefined;
    is_undefined.then_some(UndefinedOperation { stage: seen.stage, pc: *pc })
}

/// Returns the label of the finding that another may follow from: ``race on `vote` ``.
fn cause_name(seen: &[NamedFinding], cause: Option<usize>) -> String {
    let cause = cause.and_then(|cause| seen.get(cause));
    cause.map_or(String::new(), |cause| cause_label(cause.sighting.kind, &cause.name))
}

/// Returns the key by which findings are sorted.
fn sort_key(finding: &Finding) -> impl Ord + use<> {
    let first = finding.witnesses.iter().map(|witness| witness.line).min();
    let last = finding.witnesses.iter().map(|witness| witness.line).max();
    (first, last, kind_rank(finding.kind))
}

/// Returns the files and lines of a finding.
fn source_lines(finding: &Finding) -> Vec<(String, usize)> {
    finding
        .witnesses
        .iter()
        .map(|witness| (witness.file.clone(), witness.line))
        .collect()
}

/// Returns the priority of a kind. A conflict is reported once: as a fault of the memory model
/// rather than a race, and as a race rather than a note.
fn kind_rank(kind: FindingKind) -> u32 {
    match kind {
        FindingKind::Race => 1,
        FindingKind::Note => 2,
        _ => 0,
    }
}

/// Builds a finding with its names and texts.
fn build_finding(seen: NamedFinding, assembly: &Assembly, expanded: &ExpandedKernel) -> Finding {
    let NamedFinding { name, place, sighting: RawFinding { kind, acts, mend, times, .. }, .. } = seen;
    let witnesses = acts
        .into_iter()
        .map(|(who, did, pc)| {
            let (file, line, text) = source_line(assembly, expanded, pc);
            Witness { who, did: did.into_owned(), file, line, text }
        })
        .collect();
    Finding { kind, kernel: expanded.name.clone(), name, place, witnesses, mend, times, cause: String::new() }
}

/// Returns the file, line and text of an instruction.
fn source_line(assembly: &Assembly, expanded: &ExpandedKernel, pc: Pc) -> (String, usize, String) {
    let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
    match expanded.locate_line(line as usize) {
        Some((file, line)) => {
            let text = file.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            (file.name.clone(), line, text.trim().to_string())
        }
        None => (expanded.name.clone(), 0, String::new()),
    }
}
