//! A compiled kernel.

use super::sandbox::StageModules;
use super::settings::RunSetting;
use gristmill_base::error::{Error, Result};
use gristmill_cards::FlatKernel;
use gristmill_emulator::lowered::LoweredStage;
use gristmill_shader::{
    Attribute, ExpandedKernel, Output, ProgramCounts, Stage, counts, is_program, vertex_attributes,
};
use std::path::PathBuf;

/// A compiled kernel, which can be launched any number of times.
///
/// ```
/// use gristmill::check::{Checked, KernelCheck, LaunchOptions};
/// let text = "#version 330 core
/// out vec2 place;
/// void main() { place = gl_FragCoord.xy; }";
/// let checked: Checked = KernelCheck::source("place.frag", text).compile()?;
/// assert_eq!((checked.name(), checked.fingerprint().len()), ("place.frag", 6));
/// assert_eq!(checked.outputs().collect::<Vec<_>>(), [("place", 0, 2)]);
/// assert!(checked.listing()?.contains("line   3"));
/// assert!(checked.launch(&LaunchOptions::new().size([4, 4]))?.is_right());
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct Checked {
    pub(super) name: String,
    /// The vertex stage, if there is one, and then the main stage.
    pub(super) stages: Vec<LoweredStage>,
    pub(super) outputs: Vec<Output>,
    /// Attributes of its vertex kernel.
    pub(super) attributes: Vec<Attribute>,
    pub(super) comments: Vec<(usize, RunSetting)>,
    pub(super) folder: Option<PathBuf>,
    pub(super) fingerprint: String,
    /// The same kernel for cards whose float textures are rectangles, if its text has both.
    pub(super) in_rectangles: Option<Box<Checked>>,
    /// Constants of WGSL without a value, with the values that were made up.
    pub(super) made_up_constants: Vec<(String, u32)>,
    /// The same constants, with the lanes of a group for those that are in the type of an array and size no group.
    pub(super) lane_constants: Vec<(String, u32)>,
}

impl Checked {
    pub(super) fn new(
        name: String,
        stages: Vec<ExpandedKernel>,
        modules: StageModules,
        outputs: Vec<Output>,
        comments: Vec<(usize, RunSetting)>,
        folder: Option<PathBuf>,
    ) -> Result<Checked> {
        let fingerprint = text_fingerprint(&stages);
        let vertex = modules.iter().find(|(stage, _)| *stage == Stage::Vertex);
        let attributes = vertex.map_or(vec![], |(_, words)| vertex_attributes(words));
        let stages: Vec<LoweredStage> = stages
            .into_iter()
            .map(|expanded: ExpandedKernel| {
                let spirv = modules.iter().find(|(stage, _)| *stage == expanded.stage);
                let spirv = spirv.map(|(_, words)| words.clone()).unwrap_or_default();
                LoweredStage::new(expanded, spirv)
            })
            .collect();
        Ok(Checked {
            name,
            stages,
            outputs,
            attributes,
            comments,
            folder,
            fingerprint,
            in_rectangles: None,
            made_up_constants: vec![],
            lane_constants: vec![],
        })
    }

    /// Flattens its last stage, to compare it with cards.
    pub(super) fn flatten_stage(&self) -> Result<FlatKernel> {
        let stage = self
            .stages
            .last()
            .ok_or_else(|| self.call_error("it has no stage".to_string()))?;
        FlatKernel::new(&stage.expanded, &stage.spirv)
    }

    /// Checks that all stages lower.
    pub(super) fn check_lowering(&self) -> Result<()> {
        for stage in &self.stages {
            stage.assembly_for(false)?;
            stage.assembly_for(true)?;
        }
        Ok(())
    }

    /// Returns the name of the kernel's file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a short hash of the text.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Returns the outputs of a fragment kernel, or of a vertex kernel alone: the name, the
    /// location and the lanes of each.
    pub fn outputs(&self) -> impl Iterator<Item = (&str, u32, u8)> {
        self.outputs
            .iter()
            .map(|output| (output.name.as_str(), output.location, output.lanes))
    }

    /// Returns the code that the emulator runs for its main stage: the number of each instruction,
    /// its line, and its operation. The format is for people and may change with any version.
    ///
    /// # Errors
    /// [`Error::Source`] for features that the emulator lacks.
    pub fn listing(&self) -> Result<String> {
        let Some(assembly) = self.stages.last().map(|stage| stage.assembly_for(false)).transpose()? else {
            return Ok(String::new());
        };
        let code = assembly.instructions.iter().zip(&assembly.lines).enumerate();
        Ok(code
            .map(|(pc, (instruction, line))| format!("{pc:4}  line {line:3}  {instruction:?}\n"))
            .collect())
    }

    /// Returns the resource counts of its program, if it is in assembly.
    pub(super) fn program_counts(&self) -> Option<ProgramCounts> {
        let text = &self.stages.last()?.expanded.text;
        is_program(text).then(|| counts(&self.name, text).ok()).flatten()
    }

    pub(super) fn call_error(&self, sentence: String) -> Error {
        Error::call(&self.name, sentence)
    }
}

/// Hashes the text of all stages to six digits: FNV-1a, folded.
fn text_fingerprint(stages: &[ExpandedKernel]) -> String {
    let bytes = stages.iter().flat_map(|expanded| expanded.text.bytes());
    let hash = bytes.fold(0x811c_9dc5, |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{:06x}", (hash >> 24) ^ (hash & 0x00ff_ffff))
}
