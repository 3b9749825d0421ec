//! Profiles a kernel of the library, or a file that overrides it, as its algorithm launches it.

use crate::check::kernel_run::{format_counters, parse_json};
use crate::measure::cost_table::{COUNTED_SIZE, RungCosts, count_costs};
use crate::overrides::override_library_kernel;
use crate::profile::line_table::{annotate_lines, source_lines};
use crate::terminal::number_format::format_count;
use crate::terminal::{CommandResult, print_line, print_wrapped};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::counters::{Counters, Counts};
use gristmill::judge::users;
use gristmill::kernels::Edits;
use gristmill::{Era, Result};
use serde_json::{Value, json};
use std::path::Path;

/// The counters of one kernel, in all launches of an algorithm's rung.
pub struct LibraryKernelProfile {
    kernel: String,
    text: String,
    algorithm: &'static Algorithm,
    rung: &'static Rung,
    size: usize,
    counters: Counters,
}

/// Profiles the first rung that launches a kernel of that name, streams and uniforms, with this text as override.
/// Returns `None` for a user's kernel, and for one that says itself what it runs on.
pub fn profile_library_kernel(file: &Path, text: &str, edits: &Edits) -> Result<Option<LibraryKernelProfile>> {
    let name = file.display().to_string().replace('\\', "/");
    let Some((edits, path)) = override_library_kernel(edits, &name, text)? else { return Ok(None) };
    let era = if path.starts_with("compute_kernels") { Era::Compute } else { Era::Fragment };
    for algorithm in users(&path)? {
        for rung in algorithm.ways().filter(|rung| rung.era == era) {
            let (ran, used) = edits.run(|| count_costs(algorithm, &[rung], COUNTED_SIZE, 1));
            let Some((size, counters)) = ran?.and_then(RungCosts::into_first) else { return Ok(None) };
            if used.iter().any(|(_, used)| *used == path) {
                let kernel = path.rsplit('/').next().unwrap_or(&path).to_string();
                let counters = keep_kernel_lines(counters, &kernel, text);
                return Ok(Some(LibraryKernelProfile {
                    kernel,
                    text: text.to_string(),
                    algorithm,
                    rung,
                    size,
                    counters,
                }));
            }
        }
    }
    Ok(None)
}

/// Keeps the counters of the lines of a kernel and of the files that it includes.
fn keep_kernel_lines(mut counters: Counters, kernel: &str, text: &str) -> Counters {
    counters
        .lines
        .retain(|line| line.file == kernel || text.contains(&format!("#include \"{}\"", line.file)));
    counters.turns.retain(|file, _| file == kernel);
    counters.total = Counts::default();
    for line in &counters.lines {
        counters.total.add(&line.counts);
    }
    counters
}

impl LibraryKernelProfile {
    /// Prints the costs of its lines.
    pub fn print_profile(&self, as_json: bool) -> CommandResult {
        if as_json {
            print_line(format!("{:#}", self.to_json()))?;
            return Ok(true);
        }
        print_line(format_counters(&self.counters))?;
        print_line(annotate_lines(&self.counters, &source_lines(&self.text, &self.kernel)))?;
        print_line("")?;
        print_wrapped(format!(
            "{}: as {} launches it, by its rung {}, on {} elements; `gristmill check` judges it",
            self.kernel,
            self.algorithm.name,
            self.rung.name,
            format_count(self.size)
        ))?;
        Ok(true)
    }

    /// Returns the profile as JSON.
    fn to_json(&self) -> Value {
        json!({
            "kernel": self.kernel,
            "algorithm": self.algorithm.name,
            "rung": self.rung.name,
            "size": self.size,
            "counters": parse_json(&self.counters.json()),
        })
    }
}
