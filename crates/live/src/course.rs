//! A course pack in the page: its tasks, the judge of answers, hints and solutions. The page gives the module the pack's
//! files as those of a folder, from which the packs are read that `gristmill puzzle --set` reads.

use crate::request::RequestFields;
use gristmill::test::{CaseFault, CaseOutcome, CaseState, CoursePack, CourseTask, FaultLevel, Suite, SuiteReport};
use gristmill::{Error, Result};
use serde_json::{Value, json};

/// The folder of the pack among the files that the page gives the module.
const FOLDER: &str = "/course";

/// Returns the title of the pack and its tasks.
pub(crate) fn list_tasks(request: &RequestFields) -> Result<Value> {
    let pack = open_pack(request)?;
    let tasks: Vec<Value> = pack.tasks().iter().map(task_summary).collect();
    Ok(json!({ "title": pack.title(), "tasks": tasks }))
}

fn open_pack(request: &RequestFields) -> Result<CoursePack> {
    CoursePack::open(request.optional_text("folder").unwrap_or(FOLDER))
}

fn task_summary(task: &CourseTask) -> Value {
    json!({ "name": task.name(), "title": task.title(), "file": task.file_name() })
}

/// Returns the task that the request names.
pub(crate) fn task_details(request: &RequestFields) -> Result<Value> {
    let pack = open_pack(request)?;
    let task = pack.find_task(request.required_text("name")?)?;
    let mut details = task_summary(task);
    details["text"] = task.text().into();
    details["start"] = task.start().into();
    details["hints"] = json!(task.hints());
    details["has_solution"] = task.solution().is_some().into();
    Ok(details)
}

pub(crate) fn task_solution(request: &RequestFields) -> Result<Value> {
    let pack = open_pack(request)?;
    let task = pack.find_task(request.required_text("name")?)?;
    let no_solution = || Error::data(format!("{} has no solution in this pack; ask its author", task.name()));
    Ok(json!({ "text": task.solution().ok_or_else(no_solution)? }))
}

/// Judges an answer: the reason and the sentence of the verdict, the lines that are meant, and the points.
pub(crate) fn judge_answer(request: &RequestFields) -> Result<Value> {
    let pack = open_pack(request)?;
    let task = pack.find_task(request.required_text("name")?)?;
    let suite: Suite = task.build_suite(request.required_text("text")?)?;
    let report = suite.run()?;
    if report.count_state(CaseState::Short) > 0 {
        return Err(Error::shortage(report.verdict(), "memory"));
    }
    Ok(json!({
        "right": report.is_right(),
        "reason": if report.is_right() { "right".to_string() } else { report.find_reason() },
        "sentence": describe_report(&report),
        "lines": list_lines(&report),
        "points": report.points(),
        "most_points": report.most_points(),
    }))
}

/// Returns the verdict in its first line, and then the faults.
fn describe_report(report: &SuiteReport) -> String {
    let mut text = report.verdict();
    for paragraph in report.explain_faults() {
        text.push_str("\n\n");
        text.push_str(&paragraph.join("\n"));
    }
    text
}

/// Returns the lines of the errors of cases that are not hidden, each once.
fn list_lines(report: &SuiteReport) -> Vec<Value> {
    let shown = |case: &&CaseOutcome| case.state != CaseState::Right && !case.hidden;
    let mut lines: Vec<Value> = vec![];
    for fault in report.cases.iter().filter(shown).flat_map(|case| &case.faults) {
        for line in fault_lines(fault) {
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
    }
    lines
}

fn fault_lines(fault: &CaseFault) -> Vec<Value> {
    if fault.level == FaultLevel::Note {
        return vec![];
    }
    let places = fault.places.iter().filter(|place| place.line > 0);
    places
        .map(|place| json!({ "file": place.file, "line": place.line, "sentence": place.did }))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    /// The pack of the book's page on course packs.
    const PACK: &str = "../../examples/course_pack";

    fn ask_course(request: &str, name: &str, text: &str) -> Value {
        let request = json!({ "do": request, "folder": PACK, "name": name, "text": text });
        serde_json::from_str(&crate::answer(&request.to_string())).unwrap()
    }

    #[test]
    fn each_task_of_a_pack_is_judged_as_its_author_says() {
        let pack = gristmill::test::CoursePack::open(PACK).unwrap();
        let list = ask_course("course", "", "");
        assert_eq!(list["title"], pack.title());
        assert_eq!(list["tasks"].as_array().map(Vec::len), Some(pack.tasks().len()));
        for task in pack.tasks() {
            let name = task.name();
            let details = ask_course("course_task", name, "");
            assert_eq!((&details["start"], &details["file"]), (&json!(task.start()), &json!(task.file_name())));
            let solution = ask_course("course_solution", name, "");
            let judged = ask_course("course_judge", name, solution["text"].as_str().unwrap());
            assert_eq!((&judged["right"], &judged["points"]), (&json!(true), &judged["most_points"]), "{judged}");
            for near in task.near_answers() {
                let judged = ask_course("course_judge", name, &near.text);
                assert_eq!(
                    (&judged["right"], &judged["reason"]),
                    (&json!(false), &json!(near.reason)),
                    "{name}: {judged}"
                );
            }
        }
    }

    #[test]
    fn a_fault_has_its_line_in_the_answer_s_file() {
        let pack = gristmill::test::CoursePack::open(PACK).unwrap();
        let near = &pack.find_task("block_sum").unwrap().near_answers()[1];
        let judged = ask_course("course_judge", "block_sum", &near.text);
        let line = &judged["lines"][0];
        assert_eq!(line["file"], "block_sum.comp", "{judged}");
        assert!(line["line"].as_u64().is_some_and(|line| line > 1), "{judged}");
        let sentence = judged["sentence"].as_str().unwrap();
        assert!(sentence.contains("1 hidden case fails."), "{sentence}");
    }

    #[test]
    fn what_a_pack_lacks_is_said() {
        let error = ask_course("course_task", "block_summ", "")["error"].clone();
        assert!(error.as_str().unwrap().ends_with("did you mean block_sum?"), "{error}");
        let missing = json!({ "do": "course", "folder": "src" });
        let answer: Value = serde_json::from_str(&crate::answer(&missing.to_string())).unwrap();
        assert!(answer["error"].as_str().unwrap().starts_with("src/pack.toml does not exist"), "{answer}");
    }
}
