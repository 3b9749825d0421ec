//! What a check gives.

use super::shapes::OutputShape;
use super::shrink::ShrunkSchedule;
use gristmill_base::counters::Counters;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_base::timeline::LaunchTimeline;
use gristmill_shader::ProgramCounts;

/// What was found in all runs of a launch, and what the first of them gave.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions, Report};
/// let text = "#version 430 core
/// layout(local_size_x = 4) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[0] = gl_LocalInvocationID.x; }"; // four lanes, one word
/// let report: Report = KernelCheck::source("one.comp", text).run(&LaunchOptions::new())?;
/// assert!(!report.is_right() && report.is_judged());
/// assert!(report.verdict().starts_with("one.comp: "));
/// assert_eq!(report.output("Other"), None);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// The kernel's file.
    pub kernel: String,
    /// What is wrong with it.
    pub findings: Vec<Finding>,
    /// Each of them drawn over the lines of its text, without colour.
    pub drawings: Vec<String>,
    /// What the first run cost, if it was counted.
    pub counters: Option<Counters>,
    /// What the program takes, if it is in assembly.
    pub program: Option<ProgramCounts>,
    /// What happened when in the first run, dispatch by dispatch, if
    /// [`LaunchOptions::timeline`](super::LaunchOptions::timeline) asked for it: the first 256 at most. A pass is one.
    pub timelines: Vec<LaunchTimeline>,
    /// The words of every buffer and image that it can write, and of what it drew: those of the first run.
    pub outputs: Vec<(String, Vec<u32>)>,
    /// What each of them holds, and in which form.
    pub shapes: Vec<OutputShape>,
    /// What nobody said, neither a comment of the kernel nor the launch, with what was taken instead: `n = 0`.
    pub made_up: Vec<String>,
    /// What is given, and declared in the kernel, and used by no line that runs: uniforms, buffers, textures.
    pub unused: Vec<String>,
    /// Whether no lane stored anything and no fragment passed: nothing was judged then.
    pub idle: bool,
    /// Why it did not come to its end, if it did not: the steps of all warps were taken, or a deadline came. What it
    /// would have done is not known then.
    pub unfinished: Option<String>,
    /// Files and lines with code that no lane reached, if lines were counted: what they do is not judged.
    pub unreached: Vec<(String, usize)>,
    /// Under how many schedules it ran.
    pub schedules: u32,
    /// Under how many it should have run: more, if it did not come to its end.
    pub wanted: u32,
    /// Whether several schedules were asked for and one is all there are: what a pass draws depends on no order
    /// if its kernels change no memory themselves.
    pub one_order: bool,
    /// Whether a result that depends on the order is wrong, as `watch order` says.
    pub one_result: bool,
    /// The first schedule that gives something else than the order of the groups, as `--schedule` takes it.
    pub replay: Option<String>,
    /// The same with as few turns as show it: fewer, unless it has too many to try.
    pub shrunk: Option<ShrunkSchedule>,
}

impl Report {
    /// Whether nothing is wrong. What is odd does not count.
    pub fn is_right(&self) -> bool {
        self.errors() == 0
    }

    /// Whether it did something, and came to its end. Without that no verdict says that nothing is wrong.
    pub fn is_judged(&self) -> bool {
        !self.idle && self.unfinished.is_none()
    }

    fn errors(&self) -> usize {
        let wrong = |kind: FindingKind| kind.is_error() || self.one_result && kind == FindingKind::Order;
        self.findings.iter().filter(|finding| wrong(finding.kind)).count()
    }

    /// How many errors may follow from another one.
    fn effects(&self) -> usize {
        let errors = self.findings.iter().filter(|finding| finding.kind.is_error());
        let causes = errors.clone().any(|finding| finding.cause.is_empty());
        if causes { errors.filter(|finding| !finding.cause.is_empty()).count() } else { 0 }
    }

    /// The words of an output.
    pub fn output(&self, name: &str) -> Option<&[u32]> {
        self.outputs
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, words)| words.as_slice())
    }

    /// The result in a line: `race.comp: 2 errors, 1 note in 3 schedules`.
    pub fn verdict(&self) -> String {
        let errors = self.errors();
        let notes = self.findings.len() - errors;
        let many = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let effects = self.effects();
        let effects_too = match effects {
            0 => String::new(),
            effects => format!(
                ", and {effects} more that may follow from {}",
                if errors - effects == 1 { "it" } else { "them" }
            ),
        };
        let causes = errors - effects;
        let found = match (causes, notes) {
            (0, 0) if self.unfinished.is_some() => return self.verdict_of_a_part("nothing was found so far"),
            (0, 0) if self.idle => {
                "nothing was judged, for no lane wrote anything; say what it is run on by --groups, --uniform and --buffer"
                    .to_string()
            }
            (0, 0) => "nothing is wrong".to_string(),
            (errors, 0) => format!("{}{effects_too}", many(errors, "error")),
            (0, notes) => many(notes, "note"),
            (errors, notes) => format!("{}{effects_too}, {}", many(errors, "error"), many(notes, "note")),
        };
        if self.unfinished.is_some() {
            return self.verdict_of_a_part(&found);
        }
        let runs = if self.one_order {
            "; it ran once, for its kernels change no memory, and then no order matters".to_string()
        } else if self.schedules > 1 {
            format!(" in {} schedules", self.schedules)
        } else {
            String::new()
        };
        format!("{}: {found}{runs}", self.kernel)
    }

    /// The verdict on a run that did not come to its end.
    fn verdict_of_a_part(&self, found: &str) -> String {
        let why = self.unfinished.as_deref().unwrap_or("not finished");
        let of = if self.wanted > 1 {
            format!(" in {} of {} schedules", self.schedules, self.wanted)
        } else {
            String::new()
        };
        format!("{}: {found}{of}; {why}", self.kernel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_counts() {
        let finding = |kind| Finding {
            kind,
            kernel: "race.comp".into(),
            name: String::new(),
            place: String::new(),
            witnesses: vec![],
            mend: String::new(),
            times: 1,
            cause: String::new(),
        };
        let mut report = Report {
            kernel: "race.comp".into(),
            findings: vec![],
            drawings: vec![],
            counters: None,
            program: None,
            timelines: vec![],
            outputs: vec![],
            shapes: vec![],
            made_up: vec![],
            unused: vec![],
            idle: false,
            unfinished: None,
            unreached: vec![],
            schedules: 1,
            wanted: 1,
            one_order: false,
            one_result: false,
            replay: None,
            shrunk: None,
        };
        assert_eq!(report.verdict(), "race.comp: nothing is wrong");
        report.findings = vec![finding(FindingKind::Note)];
        assert_eq!(report.verdict(), "race.comp: 1 note");
        assert!(report.is_right());
        report.findings = vec![finding(FindingKind::Race), finding(FindingKind::Order), finding(FindingKind::Note)];
        (report.schedules, report.wanted) = (3, 3);
        assert_eq!(report.verdict(), "race.comp: 1 error, 2 notes in 3 schedules");
        report.one_result = true;
        assert_eq!(report.verdict(), "race.comp: 2 errors, 1 note in 3 schedules");
        assert!(!report.is_right());
        let barrier = Finding { cause: "race on `vote`".into(), ..finding(FindingKind::Barrier) };
        report.findings = vec![finding(FindingKind::Race), barrier.clone(), finding(FindingKind::Note)];
        assert_eq!(report.verdict(), "race.comp: 1 error, and 1 more that may follow from it, 1 note in 3 schedules");
        // Without its cause it stands for itself.
        report.findings = vec![barrier];
        assert_eq!(report.verdict(), "race.comp: 1 error in 3 schedules");
        (report.findings, report.idle, report.wanted) = (vec![], true, 3);
        assert!(report.verdict().starts_with("race.comp: nothing was judged"));
        report.wanted = 9;
        report.unfinished = Some("not finished: 7 steps".to_string());
        assert_eq!(report.verdict(), "race.comp: nothing was found so far in 3 of 9 schedules; not finished: 7 steps");
        assert!(!report.is_judged());
        (report.unfinished, report.wanted, report.one_order) = (None, 3, true);
        assert!(
            report
                .verdict()
                .ends_with("; it ran once, for its kernels change no memory, and then no order matters")
        );
    }
}
