//! The emulator behind the book's pages: request and answer are JSON, as `README.md` lists them.
//!
//! ```
//! let answer = gristmill_live::answer(r#"{"do": "run", "algorithm": "saxpy", "way": "fragment", "size": 43}"#);
//! let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
//! assert_eq!((&answer["verdict"], &answer["elements"]), (&"right".into(), &43.into()));
//! ```
//!
//! The module is built for `wasm32-wasip1`; everything except `memory.rs` is the same on any machine, so that tests
//! need no browser.
#![warn(missing_debug_implementations, missing_docs)]

mod bits;
mod fields;
mod launch;
mod launches;
mod memory;
mod playground;
mod puzzles;
mod races;
mod shown;
mod sizes;
mod time;
mod uniforms;
mod ways;

#[cfg(test)]
mod tests;

use fields::Fields;
use gristmill::{Error, Profile, Result};
use serde_json::{Value, json};

/// Answers a request. An error is the answer's `error`, in one sentence.
///
/// ```
/// let answer = gristmill_live::answer("no JSON");
/// assert!(answer.starts_with(r#"{"error":"the request is no JSON"#), "{answer}");
/// ```
pub fn answer(request: &str) -> String {
    let answered = match serde_json::from_str(request) {
        Ok(request) => asked(&Fields(&request)),
        Err(error) => Err(Error::data(format!("the request is no JSON: {error}; write an object"))),
    };
    answered.unwrap_or_else(|error| shown::error(&error)).to_string()
}

fn asked(request: &Fields) -> Result<Value> {
    match request.word("do")? {
        "ways" => ways::ways(request),
        "text" => Ok(json!({ "text": gristmill::kernels::text(request.word("path")?)? })),
        "run" => ways::run(request),
        "launch" => launch::launch(request),
        "time" => time::time(request),
        "examples" => playground::examples(),
        "puzzles" => Ok(puzzles::list()),
        "puzzle" => puzzles::puzzle(request.word("name")?),
        "judge" => puzzles::judge(request.word("name")?, request.word("text")?),
        "solution" => puzzles::solution(request.word("name")?),
        "bits" => bits::bits(request),
        "cards" => {
            let card = |card: &Profile| json!({ "name": card.name, "title": card.title, "year": card.year.value });
            Ok(json!({ "cards": Profile::all().iter().map(card).collect::<Vec<_>>() }))
        }
        other => Err(Error::data(format!("nothing is called {other:?}; ask what src/live/README.md lists"))),
    }
}
