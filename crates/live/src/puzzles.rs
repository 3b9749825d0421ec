//! The puzzles, their judge and their hints.

use crate::page_json;
use gristmill::{Era, Result};
use gristmill_puzzles::{Puzzle, Verdict, judge as judged, puzzles};
use serde_json::{Value, json};

pub(crate) fn list_puzzles() -> Value {
    let all: Vec<Value> = puzzles().map(puzzle_summary).collect();
    json!({ "puzzles": all })
}

fn puzzle_summary(puzzle: &Puzzle) -> Value {
    json!({
        "name": puzzle.name(), "title": puzzle.title, "part": puzzle.part.to_string(), "dots": puzzle.dots,
        "page": puzzle.page, "era": if puzzle.era() == Era::Fragment { "fragment" } else { "compute" },
        "card": puzzle.card, "file": puzzle.files.file_name(),
    })
}

/// Returns the task of a puzzle.
pub(crate) fn puzzle_details(name: &str) -> Result<Value> {
    let puzzle = Puzzle::find(name)?;
    let mut told = puzzle_summary(puzzle);
    told["text"] = puzzle.files.text.into();
    told["start"] = puzzle.files.start.into();
    told["hints"] = puzzle.files.hints().collect::<Vec<_>>().into();
    Ok(told)
}

pub(crate) fn puzzle_solution(name: &str) -> Result<Value> {
    Ok(json!({ "text": Puzzle::find(name)?.files.solution }))
}

pub(crate) fn judge_answer(name: &str, text: &str) -> Result<Value> {
    let verdict = judged(Puzzle::find(name)?, text);
    let sentence = verdict.to_string();
    let lines = match &verdict {
        Verdict::Fault { finding, .. } => page_json::finding_json(finding)["lines"].clone(),
        _ => json!(page_json::named_lines(&sentence)),
    };
    Ok(json!({ "right": verdict.is_right(), "reason": verdict.reason(), "sentence": sentence, "lines": lines }))
}
