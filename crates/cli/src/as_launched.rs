//! Profiles a kernel of the library, or a file that overrides it, as its algorithm launches it.

use super::check::{parsed, summary};
use super::counted::{Counted, SIZE, counted};
use super::edited::stand_in;
use super::profile::{lines, source};
use super::say::{Done, say, tell};
use super::table::count;
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::counters::{Counters, Counts};
use gristmill::judge::users;
use gristmill::kernels::Edits;
use gristmill::{Era, Result};
use serde_json::{Value, json};
use std::path::Path;

/// The counters of one kernel, in all launches of an algorithm's rung.
pub struct AsLaunched {
    kernel: String,
    text: String,
    algorithm: &'static Algorithm,
    rung: &'static Rung,
    size: usize,
    counters: Counters,
}

/// Profiles the first rung that launches a kernel of that name, streams and uniforms, with this text as override.
/// Returns `None` for a user's kernel, and for one that says itself what it runs on.
pub fn as_launched(file: &Path, text: &str, edits: &Edits) -> Result<Option<AsLaunched>> {
    let name = file.display().to_string().replace('\\', "/");
    let Some((edits, path)) = stand_in(edits, &name, text)? else { return Ok(None) };
    let era = if path.starts_with("compute_kernels") { Era::Compute } else { Era::Fragment };
    for algorithm in users(&path)? {
        for rung in algorithm.ways().filter(|rung| rung.era == era) {
            let (ran, used) = edits.run(|| counted(algorithm, &[rung], SIZE, 1));
            let Some((size, counters)) = ran?.and_then(Counted::one) else { return Ok(None) };
            if used.iter().any(|(_, used)| *used == path) {
                let kernel = path.rsplit('/').next().unwrap_or(&path).to_string();
                let counters = within(counters, &kernel, text);
                return Ok(Some(AsLaunched { kernel, text: text.to_string(), algorithm, rung, size, counters }));
            }
        }
    }
    Ok(None)
}

/// Keeps the counters of the lines of a kernel and of the files that it includes.
fn within(mut counters: Counters, kernel: &str, text: &str) -> Counters {
    let included = |file: &str| text.contains(&format!("#include \"{file}\""));
    counters.lines.retain(|line| line.file == kernel || included(&line.file));
    counters.turns.retain(|file, _| file == kernel);
    counters.total = Counts::default();
    for line in &counters.lines {
        counters.total.add(&line.counts);
    }
    counters
}

impl AsLaunched {
    /// Prints the costs of its lines.
    pub fn told(&self, as_json: bool) -> Done {
        if as_json {
            say(format!("{:#}", self.described()))?;
            return Ok(true);
        }
        say(summary(&self.counters))?;
        say(lines(&self.counters, &source(&self.text, &self.kernel)))?;
        say("")?;
        tell(format!(
            "{}: as {} launches it, by its rung {}, on {} elements; `gristmill check` judges it",
            self.kernel,
            self.algorithm.name,
            self.rung.name,
            count(self.size)
        ))?;
        Ok(true)
    }

    /// Returns the profile as JSON.
    fn described(&self) -> Value {
        json!({
            "kernel": self.kernel,
            "algorithm": self.algorithm.name,
            "rung": self.rung.name,
            "size": self.size,
            "counters": parsed(&self.counters.json()),
        })
    }
}
