//! The review of a task: that its solution passes, and all that is not a solution is refused.

use crate::caps;
use crate::case_file::CaseText;
use crate::course_pack::blank_answers::build_blank_answers;
use crate::course_pack::course_task::{CourseTask, read_cases};
use crate::report::SuiteReport;
use crate::suite::KernelSuite;
use gristmill_base::error::{Error, Result};
use gristmill_check::{ChildCompiler, IncludeFiles};
use serde::Serialize;

/// The fewest lanes of a group that a size should not fill.
const GROUP_LANES: u64 = 32;

/// The counts and sentences of a task's review.
///
/// ```
/// use gristmill::check::LibraryIncludes;
/// use gristmill::test::{CoursePack, TaskReview};
/// let pack = CoursePack::open("../../examples/course_pack")?;
/// let review: TaskReview = pack.tasks()[0].review_answers::<LibraryIncludes>(None)?;
/// assert_eq!((review.solution.as_str(), review.start.as_str()), ("right", "wrong"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaskReview {
    /// The name of the task.
    pub task: String,
    /// The reason of the solution, which has to be `right`; `none` if there is no solution.
    pub solution: String,
    /// The reason for the refusal of the start.
    pub start: String,
    /// The number of answers that look right.
    pub near_answers: usize,
    /// Those of them that are refused for their reason.
    pub near_refused: usize,
    /// The number of cases, each size counted.
    pub cases: usize,
    /// Those of them that are hidden.
    pub hidden_cases: usize,
    /// The points of all cases.
    pub points: u64,
    /// Sentences about what is wrong with it.
    pub errors: Vec<String>,
    /// Sentences about what lets a lazy answer pass.
    pub warnings: Vec<String>,
}

impl CourseTask {
    /// Judges its solution, its start, the answers that look right, and answers made of the start that do nothing or write
    /// zeros. Warns of cases that a lazy answer would pass.
    ///
    /// ```
    /// use gristmill::check::LibraryIncludes;
    /// let pack = gristmill::test::CoursePack::open("../../examples/course_pack")?;
    /// let review = pack.find_task("reverse")?.review_answers::<LibraryIncludes>(None)?;
    /// assert!(review.errors.is_empty() && review.warnings.is_empty());
    /// assert_eq!(review.near_refused, review.near_answers);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if its case file is wrong, [`Error::Shortage`] if the system is short of a resource.
    pub fn review_answers<L: IncludeFiles>(&self, compiler: Option<&ChildCompiler>) -> Result<TaskReview> {
        let mut errors = vec![];
        let mut solution_reason = "none".to_string();
        match self.solution() {
            None => errors.push(format!("it has no solution.{}; write one", self.ending())),
            Some(solution) => {
                let report = judge_text::<L>(self, solution, compiler)?;
                solution_reason = report.find_reason();
                if let Some(fault) = report.find_main_fault() {
                    errors.push(format!("its solution is refused, {solution_reason}: {}", fault.sentence));
                }
            }
        }
        let report = judge_text::<L>(self, self.start(), compiler)?;
        let start_reason = report.find_reason();
        match start_reason.as_str() {
            "right" => errors.push("its start passes; leave something out of it".to_string()),
            "source" | "call" => {
                let why = report.find_main_fault().map_or("", |fault| fault.sentence.as_str());
                errors.push(format!("its start has to compile and to run, and be refused all the same: {why}"));
            }
            _ => {}
        }
        let mut near_refused = 0;
        for near in self.near_answers() {
            let reason = judge_text::<L>(self, &near.text, compiler)?.find_reason();
            if reason == near.reason {
                near_refused += 1;
            } else if reason == "right" {
                errors.push(format!("near_{} passes; add a case that it fails", near.name));
            } else {
                let next = "correct it, or its line // refused:";
                errors.push(format!("near_{} is refused for {reason}, not for {}; {next}", near.name, near.reason));
            }
        }
        for blank in build_blank_answers(self.start(), self.ending()) {
            if judge_text::<L>(self, &blank.text, compiler)?.is_right() {
                errors.push(format!("an answer that {} passes; expect results other than zeros", blank.deed));
            }
        }
        let hidden_cases = report.cases.iter().filter(|case| case.hidden).count();
        Ok(TaskReview {
            task: self.name().to_string(),
            solution: solution_reason,
            start: start_reason,
            near_answers: self.near_answers().len(),
            near_refused,
            cases: report.cases.len(),
            hidden_cases,
            points: report.most_points(),
            errors,
            warnings: list_warnings(self)?,
        })
    }
}

/// Judges a text as an answer, with the kernels of all cases compiled once.
///
/// # Errors
/// Those of the case file, and [`Error::Shortage`].
pub fn judge_text<L: IncludeFiles>(
    task: &CourseTask,
    text: &str,
    compiler: Option<&ChildCompiler>,
) -> Result<SuiteReport> {
    let mut suite: KernelSuite<L> = task.build_suite(text)?;
    if let Some(compiler) = compiler {
        suite = suite.compiled_by(compiler);
    }
    let report = suite.run_with(|cases| Ok::<_, Error>(suite.run_cases(cases)))?;
    match report.find_main_fault() {
        Some(fault) if fault.rule == "shortage" => Err(Error::shortage(fault.sentence.clone(), "memory or threads")),
        _ => Ok(report),
    }
}

/// Returns sentences about what the cases of a task do not try.
fn list_warnings(task: &CourseTask) -> Result<Vec<String>> {
    let (_, file) = read_cases(task)?;
    let cases: Vec<&CaseText> = file.cases.iter().map(|case| case.get_ref()).collect();
    let mut warnings = vec![];
    let has_work_cap = cases.iter().any(|case| caps::limits_work(case.caps.keys()));
    // A fragment and a vertex write their own place alone, so there is no lane that could do all.
    let is_drawn = matches!(task.ending(), "frag" | "vert" | "cg");
    if !has_work_cap && !is_drawn {
        warnings.push(
            "no case has a cap on work, so one lane that does all passes; write caps = { words_read = \"n\" } or turns",
        );
    }
    if !cases.iter().any(|case| case.hidden) {
        warnings.push("no case is hidden, so an answer made for the cases shown passes; write hidden = true in one");
    }
    if !is_drawn && !cases.iter().any(|case| has_awkward_size(case)) {
        warnings.push("no case has an awkward size, which ends inside a group; write sizes = [1, 65, 257]");
    }
    if task.near_answers().is_empty() {
        warnings.push("it has no answer that looks right and is refused; write near_NAME");
    }
    if task.hints().is_empty() {
        warnings.push("it has no hints; write them into hints.md, each under a heading ##");
    }
    Ok(warnings.into_iter().map(str::to_string).collect())
}

/// Returns true if a case has a size that ends inside a group.
fn has_awkward_size(case: &CaseText) -> bool {
    case.sizes.iter().any(|size| size % GROUP_LANES != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::course_pack::pack::CoursePack;
    use gristmill_base::era::Era;
    use gristmill_check::NoIncludes;

    #[test]
    fn blank_answers_run_and_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        for era in Era::ALL {
            CoursePack::create_task(&folder.path().join(format!("pack/{era}")), era).unwrap();
        }
        let pack = CoursePack::open(folder.path().join("pack")).unwrap();
        let mut reasons = vec![];
        for task in pack.tasks() {
            for blank in build_blank_answers(task.start(), task.ending()) {
                let reason = judge_text::<NoIncludes>(task, &blank.text, None).unwrap().find_reason();
                reasons.push(format!("{} {}: {reason}", task.name(), blank.deed));
            }
        }
        assert_eq!(
            reasons,
            [
                "fragment does nothing: uninitialised",
                "fragment writes zeros: wrong",
                "compute does nothing: wrong",
                "compute writes zeros: wrong"
            ]
        );
    }

    #[test]
    fn a_lazy_task_is_warned_of() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pack/a");
        CoursePack::create_task(&path, Era::Compute).unwrap();
        let cases = path.join("task.test.toml");
        let text = std::fs::read_to_string(&cases).unwrap();
        let lazy = text
            .replace("caps", "# caps")
            .replace("hidden = true", "")
            .replace("[0, 1, 63, 64, 65, 200]", "[64]");
        std::fs::write(&cases, lazy).unwrap();
        std::fs::remove_file(path.join("hints.md")).unwrap();
        let pack = CoursePack::open(folder.path().join("pack")).unwrap();
        let review = pack.tasks()[0].review_answers::<NoIncludes>(None).unwrap();
        let warnings = review.warnings.join("; ");
        for part in ["one lane that does all passes", "no case is hidden", "awkward size", "it has no hints"] {
            assert!(warnings.contains(part), "{warnings}");
        }
        // Without its caps it takes the answer of one lane.
        assert_eq!((review.near_refused, review.errors.len()), (1, 1), "{:?}", review.errors);
    }
}
