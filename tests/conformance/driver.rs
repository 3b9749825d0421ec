//! The driver's own verdict: piglit's `shader_runner` on the files as they are.

use super::execute::Verdict;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files of one process: a process takes longer to start than a file to run, and a crash loses one file alone.
const FILES: usize = 200;

/// The verdicts on files, in their order; none where `shader_runner` finds no OpenGL or is not there.
pub fn judge(piglit: &Path, files: &[PathBuf]) -> Option<Vec<Verdict>> {
    let mut verdicts = vec![];
    while verdicts.len() < files.len() {
        let rest = &files[verdicts.len()..];
        let part = &rest[..rest.len().min(FILES)];
        let output = Command::new(piglit.join("bin/shader_runner"))
            .args(part)
            .args(["-auto", "-fbo", "-report-subtests"])
            .env("PIGLIT_PLATFORM", "surfaceless_egl")
            .output()
            .ok()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let found: Vec<Verdict> = said.lines().filter_map(verdict).take(part.len()).collect();
        if found.is_empty() && verdicts.is_empty() && output.status.code().is_some() {
            return None;
        }
        let ended_early = found.len() < part.len();
        verdicts.extend(found);
        if ended_early {
            verdicts.push(Verdict::Failed(format!("shader_runner ended with {}", output.status)));
        }
    }
    Some(verdicts)
}

/// `PIGLIT: {"subtest": {"cs-acos-vec2" : "pass"}}`
pub fn verdict(line: &str) -> Option<Verdict> {
    let subtest = line.strip_prefix("PIGLIT: {\"subtest\": {")?;
    let (_, result) = subtest.rsplit_once(" : ")?;
    Some(match result.trim_matches(['"', '}', ' ']) {
        "pass" => Verdict::Passed,
        "skip" => Verdict::Refused("shader_runner skips it".to_string()),
        other => Verdict::Failed(format!("shader_runner says {other}")),
    })
}
