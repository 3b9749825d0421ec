//! A text that runs in the place of a kernel file.

use crate::program::Program;
use std::path::{Path, PathBuf};

/// The most steps of a warp that runs such a text, unless its case says another number: it may never end.
const MOST_STEPS: u64 = 100_000;

/// A text that runs in the place of a kernel file, under a name of its own.
#[derive(Debug, Clone)]
pub struct KernelReplacement {
    /// The file that the cases name.
    pub path: PathBuf,
    /// The name by which findings call the text.
    pub name: String,
    pub text: String,
    /// The text whose declarations a loop has. The text itself could redefine the words of the loop.
    pub declarations: Option<String>,
}

impl KernelReplacement {
    /// Puts the text into every step that runs the file. Returns false if no step does.
    pub fn replace_in(&self, program: &mut Program) -> bool {
        let mut is_found = false;
        for step in &mut program.steps {
            if is_same_path(&step.kernel, &self.path) {
                step.kernel = step.kernel.with_file_name(&self.name);
                step.text = Some(self.text.clone());
                step.declarations.clone_from(&self.declarations);
                is_found = true;
            }
            if step.vertex.as_deref().is_some_and(|vertex| is_same_path(vertex, &self.path)) {
                step.vertex_text = Some(self.text.clone());
                is_found = true;
            }
        }
        if !program.options.iter().any(|(word, _)| *word == "steps") {
            program.options.push(("steps", MOST_STEPS.to_string()));
        }
        is_found
    }
}

/// Compares paths, of which one may begin with `./`.
fn is_same_path(one: &Path, other: &Path) -> bool {
    one.strip_prefix(".").unwrap_or(one) == other.strip_prefix(".").unwrap_or(other)
}
