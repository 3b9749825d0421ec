//! The emulator behind the book's pages: request and answer are JSON, as `README.md` lists them.
//!
//! ```
//! let answer = gristmill_live::answer(r#"{"do": "run", "algorithm": "saxpy", "way": "fragment", "size": 43}"#);
//! let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
//! assert_eq!((&answer["verdict"], &answer["elements"]), (&"right".into(), &43.into()));
//! ```
//!
//! The module is built for `wasm32-wasip1`; everything except `memory.rs` and `cg_module.rs` is the same on any machine, so that tests
//! need no browser.
#![warn(missing_debug_implementations, missing_docs)]

mod captured_launches;
#[cfg(target_family = "wasm")]
mod cg_module;
mod course;
mod edge_sizes;
mod launch;
mod memory;
mod page_json;
mod playground;
mod puzzles;
mod race_conflicts;
mod request;
mod result_hashes;
mod scenes;
mod timeline;
mod uniforms;
mod way_commands;
mod ways;

#[cfg(test)]
mod tests;

use gristmill::{Error, Profile, Result};
use request::RequestFields;
use serde_json::{Value, json};

/// Answers a request. An error is the answer's `error`, in one sentence.
///
/// ```
/// let answer = gristmill_live::answer("no JSON");
/// assert!(answer.starts_with(r#"{"error":"the request is no JSON"#), "{answer}");
/// ```
pub fn answer(request: &str) -> String {
    #[cfg(target_family = "wasm")]
    cg_module::connect_cg();
    let answered = match serde_json::from_str(request) {
        Ok(request) => answer_fields(&RequestFields(&request)),
        Err(error) => Err(Error::data(format!("the request is no JSON: {error}; write an object"))),
    };
    answered.unwrap_or_else(|error| page_json::error_json(&error)).to_string()
}

fn answer_fields(request: &RequestFields) -> Result<Value> {
    match request.required_text("do")? {
        "ways" => ways::answer_ways(request),
        "text" => Ok(json!({ "text": gristmill::kernels::text(request.required_text("path")?)? })),
        "algorithm" => Ok(ways::list_ways(gristmill::algorithms::Algorithm::find(request.required_text("name")?)?)),
        "run" => ways::answer_run(request),
        "launch" => launch::answer_launch(request),
        "time" => timeline::answer_timeline(request),
        "examples" => playground::answer_examples(),
        "puzzles" => Ok(puzzles::list_puzzles()),
        "puzzle" => puzzles::puzzle_details(request.required_text("name")?),
        "judge" => puzzles::judge_answer(request.required_text("name")?, request.required_text("text")?),
        "solution" => puzzles::puzzle_solution(request.required_text("name")?),
        "course" => course::list_tasks(request),
        "course_task" => course::task_details(request),
        "course_judge" => course::judge_answer(request),
        "course_solution" => course::task_solution(request),
        "commands" => way_commands::answer_commands(request),
        "scene_open" => scenes::open_scene(request),
        "scene_frame" => scenes::advance_scene(request),
        "scene_close" => scenes::close_scene(request),
        "bits" => result_hashes::answer_bits(request),
        "cards" => Ok(
            json!({ "cards": Profile::all().iter().map(|card| json!({ "name": card.name, "title": card.title, "year": card.year.value })).collect::<Vec<_>>() }),
        ),
        other => Err(Error::data(format!("unknown request {other:?}; crates/live/README.md lists all"))),
    }
}
