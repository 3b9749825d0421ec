//! Notes on work groups larger than every device of an interface supports.

use super::compiled::Checked;
use super::report::Report;
use gristmill_base::finding::{Finding, FindingKind, Witness};
use gristmill_emulator::assembly::Assembly;
use gristmill_shader::{Stage, draw_finding, source_line};

/// Invocations of a work group and bytes of its shared memory that OpenGL guarantees, the largest
/// of the three (OpenGL 4.3, chapter 23; Vulkan 1.0, "Required Limits"; WebGPU, "Limits").
const GUARANTEED_LANES: u128 = 1024;
const GUARANTEED_SHARED_BYTES: u128 = 32_768;
const GUARANTEE_SENTENCE: &str = "Vulkan guarantees 128 and 16,384 bytes, WebGPU 256 and 16,384, OpenGL 1,024 and 32,768; what is more runs on some devices alone";

impl Checked {
    /// Adds a note to a report if a work group is larger than any interface guarantees.
    pub(super) fn note_large_groups(&self, assemblies: &[&Assembly], report: &mut Report) {
        let compute = self
            .stages
            .iter()
            .zip(assemblies)
            .find(|(stage, _)| stage.expanded.stage == Stage::Compute);
        let Some((stage, assembly)) = compute else { return };
        let lanes = assembly.local_size.iter().map(|&side| u128::from(side)).product::<u128>();
        let shared = u128::from(assembly.shared_words) * 4;
        if lanes <= GUARANTEED_LANES && shared <= GUARANTEED_SHARED_BYTES {
            return;
        }
        let expanded = &stage.expanded;
        let word = if lanes > GUARANTEED_LANES { "local_size_x" } else { "shared" };
        let witness = source_line(expanded, word);
        let witness =
            witness.map(|(file, line, text)| Witness { who: None, did: "is this large".to_string(), file, line, text });
        let finding = Finding {
            kind: FindingKind::Note,
            kernel: self.name.clone(),
            name: "work group".to_string(),
            place: "a work group".to_string(),
            witnesses: witness.into_iter().collect(),
            mend: format!("it has {lanes} invocations and {shared} bytes of shared memory: {GUARANTEE_SENTENCE}"),
            times: 1,
            cause: String::new(),
        };
        report.drawings.push(draw_finding(&finding, false, expanded));
        report.findings.push(finding);
    }
}
