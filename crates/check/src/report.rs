//! The result of a check.

use super::shapes::OutputShape;
use super::shrink::ShrunkSchedule;
use gristmill_base::counters::Counters;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_base::timeline::LaunchTimeline;
use gristmill_shader::ProgramCounts;

/// The findings of all runs of a launch, and the results of the first.
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
    /// The entry point, if the file has several and the caller runs each of them.
    pub entry: Option<String>,
    /// The findings.
    pub findings: Vec<Finding>,
    /// Each finding drawn over its source lines, without colour.
    pub drawings: Vec<String>,
    /// The operation counts of the first run, if counted.
    pub counters: Option<Counters>,
    /// The resources of the program, if it is in assembly.
    pub program: Option<ProgramCounts>,
    /// The timeline of the first run, dispatch by dispatch, if
    /// [`LaunchOptions::timeline`](super::LaunchOptions::timeline) is set: at most the first
    /// 256. A pass is one.
    pub timelines: Vec<LaunchTimeline>,
    /// The words of every writable buffer and image, and of the outputs, after the first run.
    pub outputs: Vec<(String, Vec<u32>)>,
    /// The type and layout of each output.
    pub shapes: Vec<OutputShape>,
    /// Defaults used for options that neither the kernel's comments nor the launch set: `n = 0`.
    pub made_up: Vec<String>,
    /// Settings for names that are declared in the kernel but used by no code: uniforms, buffers, textures.
    pub unused: Vec<String>,
    /// True if no lane stored anything and no fragment passed: then nothing was judged.
    pub idle: bool,
    /// The reason why it did not complete, if it did not: the step limit of all warps, or a
    /// deadline. The rest of the run is not judged.
    pub unfinished: Option<String>,
    /// Files and lines with code that no lane reached, if lines were counted: their effects are not judged.
    pub unreached: Vec<(String, usize)>,
    /// Files and lines of loops with a barrier that took no second turn in any launch: a race of two turns is not judged.
    pub single_turns: Vec<(String, usize)>,
    /// Number of lines with code, if lines were counted.
    pub lines: usize,
    /// The first branch that keeps most unreached lines away: `line 42 returned, for `count` was made up as 0`.
    pub guard: Option<String>,
    /// Settings that nobody gave, as `// run:` comments have them, with the values that were used.
    pub questions: Vec<String>,
    /// Schedules that ran.
    pub schedules: u32,
    /// Schedules requested; more than ran if it was cut short.
    pub wanted: u32,
    /// True if several schedules were requested but only one exists: a pass does not depend on the
    /// order if its kernels change no memory themselves.
    pub one_order: bool,
    /// True if a result that depends on the order is an error, by `watch order`.
    pub one_result: bool,
    /// The first schedule with another result than the forward order, as an argument of `--schedule`.
    pub replay: Option<String>,
    /// The same with as few turns as show the difference: `None` if there are too many to try.
    pub shrunk: Option<ShrunkSchedule>,
}

impl Report {
    /// Returns true if there are no errors. Notes do not count.
    pub fn is_right(&self) -> bool {
        self.error_count() == 0
    }

    /// Returns true if the run did something and completed. Otherwise no verdict can say that nothing is wrong.
    pub fn is_judged(&self) -> bool {
        !self.idle && self.unfinished.is_none()
    }

    fn error_count(&self) -> usize {
        self.findings.iter().filter(|finding| self.is_error(finding.kind)).count()
    }

    fn is_error(&self, kind: FindingKind) -> bool {
        kind.is_error() || self.one_result && kind == FindingKind::Order
    }

    /// Counts the errors that may follow from another one.
    fn effect_count(&self) -> usize {
        let errors = self.findings.iter().filter(|finding| finding.kind.is_error());
        let causes = errors.clone().any(|finding| finding.cause.is_empty());
        if causes { errors.filter(|finding| !finding.cause.is_empty()).count() } else { 0 }
    }

    /// Returns the report as that of an entry point of the kernel.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "@compute @workgroup_size(1) fn one() {} @compute @workgroup_size(1) fn two() {}";
    /// let launch = LaunchOptions::new().option("entry", "two")?;
    /// let report = KernelCheck::source("both.wgsl", text).run(&launch)?.with_entry(Some("two".into()));
    /// assert!(report.verdict().starts_with("both.wgsl (two): nothing was judged"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    #[must_use]
    pub fn with_entry(self, entry: Option<String>) -> Report {
        Report { entry, ..self }
    }

    /// Returns the words of an output.
    pub fn output(&self, name: &str) -> Option<&[u32]> {
        self.outputs
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, words)| words.as_slice())
    }

    /// Returns the result in one line: `race.comp: 2 errors, 1 note in 3 schedules`.
    pub fn verdict(&self) -> String {
        let errors = self.error_count();
        let notes = self.findings.len() - errors;
        let effects = self.effect_count();
        let effects_too = match effects {
            0 => String::new(),
            effects => format!(
                ", and {effects} more that may follow from {}",
                if errors - effects == 1 { "it" } else { "them" }
            ),
        };
        let causes = errors - effects;
        let found = match (causes, notes) {
            (0, 0) if self.unfinished.is_some() => return self.partial_verdict("nothing was found so far"),
            (0, 0) if self.idle => {
                "nothing was judged, because no lane wrote anything; set its inputs by --groups, --uniform and --buffer"
                    .to_string()
            }
            (0, 0) => "nothing is wrong".to_string(),
            (errors, 0) => format!("{}{effects_too}", format_count(errors, "error")),
            (0, notes) => format_count(notes, "note"),
            (errors, notes) => {
                format!("{}{effects_too}, {}", format_count(errors, "error"), format_count(notes, "note"))
            }
        };
        if self.unfinished.is_some() {
            return self.partial_verdict(&found);
        }
        let ran = self.describe_runs();
        if self.one_order {
            let once = "; it ran once, because its kernels change no memory, so no order matters";
            return format!("{}: {found}{ran}{once}", self.kernel_and_entry());
        }
        format!("{}: {found}{ran}", self.kernel_and_entry())
    }

    /// Returns the file, with the entry point if there is one: `sums.wgsl (add)`.
    fn kernel_and_entry(&self) -> String {
        match &self.entry {
            Some(entry) => format!("{} ({entry})", self.kernel),
            None => self.kernel.clone(),
        }
    }

    /// Describes how much ran: ` in 118 of 300 lines and 3 schedules; line 42 returned`. All lines are not worth a word.
    fn describe_runs(&self) -> String {
        let reached = self.lines.saturating_sub(self.unreached.len());
        let mut parts = vec![];
        if !self.unreached.is_empty() && !self.idle {
            parts.push(format!("{reached} of {}", format_count(self.lines, "line")));
        }
        if self.schedules > 1 {
            parts.push(format!("{} schedules", self.schedules));
        }
        let ran = if parts.is_empty() { String::new() } else { format!(" in {}", parts.join(" and ")) };
        match &self.guard {
            Some(guard) if self.error_count() == 0 => format!("{ran}; {guard}"),
            _ => ran,
        }
    }

    /// Returns the verdict on a run that did not complete.
    fn partial_verdict(&self, found: &str) -> String {
        let why = self.unfinished.as_deref().unwrap_or("not finished");
        let of = if self.wanted > 1 {
            format!(" in {} of {} schedules", self.schedules, self.wanted)
        } else {
            String::new()
        };
        format!("{}: {found}{of}; {why}", self.kernel_and_entry())
    }
}

fn format_count(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_counts() {
        let mut report = Report {
            kernel: "race.comp".into(),
            entry: None,
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
            single_turns: vec![],
            lines: 0,
            guard: None,
            questions: vec![],
            schedules: 1,
            wanted: 1,
            one_order: false,
            one_result: false,
            replay: None,
            shrunk: None,
        };
        assert_eq!(report.verdict(), "race.comp: nothing is wrong");
        report.findings = vec![build_finding(FindingKind::Note)];
        assert_eq!(report.verdict(), "race.comp: 1 note");
        assert!(report.is_right());
        report.findings =
            vec![build_finding(FindingKind::Race), build_finding(FindingKind::Order), build_finding(FindingKind::Note)];
        report.schedules = 3;
        report.wanted = 3;
        assert_eq!(report.verdict(), "race.comp: 1 error, 2 notes in 3 schedules");
        report.one_result = true;
        assert_eq!(report.verdict(), "race.comp: 2 errors, 1 note in 3 schedules");
        assert!(!report.is_right());
        let barrier = Finding { cause: "race on `vote`".into(), ..build_finding(FindingKind::Barrier) };
        report.findings = vec![build_finding(FindingKind::Race), barrier.clone(), build_finding(FindingKind::Note)];
        assert_eq!(report.verdict(), "race.comp: 1 error, and 1 more that may follow from it, 1 note in 3 schedules");
        // Without its cause it counts for itself.
        report.findings = vec![barrier];
        assert_eq!(report.verdict(), "race.comp: 1 error in 3 schedules");
        report.findings = vec![];
        report.lines = 300;
        report.unreached = (0..182).map(|line| ("race.comp".to_string(), line)).collect();
        report.guard = Some("line 42 returned, for `count` was made up as 0".to_string());
        let some = "race.comp: nothing is wrong in 118 of 300 lines and 3 schedules; line 42 returned, for `count` was";
        assert!(report.verdict().starts_with(some), "{}", report.verdict());
        report.unreached.clear();
        report.guard = None;
        report.idle = true;
        report.wanted = 3;
        assert!(report.verdict().starts_with("race.comp: nothing was judged"));
        report.wanted = 9;
        report.unfinished = Some("not finished: 7 steps".to_string());
        assert_eq!(report.verdict(), "race.comp: nothing was found so far in 3 of 9 schedules; not finished: 7 steps");
        assert!(!report.is_judged());
        report.unfinished = None;
        report.wanted = 3;
        report.entry = Some("vote".into());
        assert!(report.verdict().starts_with("race.comp (vote): nothing was judged"));
        report.entry = None;
        report.one_order = true;
        assert!(
            report
                .verdict()
                .ends_with("; it ran once, because its kernels change no memory, so no order matters")
        );
    }

    fn build_finding(kind: FindingKind) -> Finding {
        Finding {
            kind,
            kernel: "race.comp".into(),
            name: String::new(),
            place: String::new(),
            witnesses: vec![],
            mend: String::new(),
            times: 1,
            cause: String::new(),
        }
    }
}
