//! Replaces atomic counters in kernels, because the library binds buffers instead.

use super::{ExpandedKernel, diagnostic, dialect};
use gristmill_base::error::{Error, Result};

/// Returns a kernel with its atomic counters replaced by words of storage buffers.
///
/// # Errors
/// [`Error::Source`] draws a declaration that cannot be read.
pub fn without_counters(expanded: ExpandedKernel) -> Result<ExpandedKernel> {
    let replaced = dialect::replace_counters(&expanded.text).map_err(|(line, why)| {
        let report = expanded
            .locate_line(line)
            .map(|(file, line)| diagnostic::draw_message(file, line, None, &why));
        Error::Source { kernel: expanded.name.clone(), report: report.unwrap_or(why) }
    })?;
    let Some(replaced) = replaced else { return Ok(expanded) };
    // Inserted after `#version`, like the host's constants.
    let head_lines = replaced
        .text
        .lines()
        .position(|line| line.trim_start().starts_with('#') && line.contains("version"))
        .map_or(0, |version| version + 1);
    let head_bytes = replaced.text.split_inclusive('\n').take(head_lines).map(str::len).sum();
    let (head, rest) = replaced.text.split_at(head_bytes);
    let text = format!("{head}{}{rest}", replaced.functions);
    let (before, after) = expanded.lines.split_at(head_lines.min(expanded.lines.len()));
    let added = vec![before.last().copied().unwrap_or((0, 1)); replaced.functions.lines().count()];
    let lines = [before, &added, after].concat();
    Ok(ExpandedKernel { text, lines, ..expanded })
}
