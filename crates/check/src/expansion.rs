//! Expands a kernel's files: its includes inserted, and the lines left out whose conditions do not hold.

use super::settings::RunSetting;
use super::source::{IncludeFiles, KernelFileCheck};
use super::stage;
use gristmill_base::error::{Error, Result};
use gristmill_base::includes::{IncludeRequest, IncludedText};
use gristmill_shader::{self as shader, ExpandedKernel, SourceFile, Stage};

/// Most lanes of a wave on the emulator.
const MAX_LANES: u32 = 64;

impl<L: IncludeFiles> KernelFileCheck<L> {
    /// Returns true if it is a compute kernel in HLSL.
    pub(super) fn is_hlsl_compute(&self) -> bool {
        let is_set = self.stage.is_none_or(|stage| stage == Stage::Compute);
        is_set && shader::is_hlsl_compute(&self.name, &self.text)
    }

    /// Expands its own text, which begins with a function of that name where its language has several.
    pub(super) fn expand_main(&self, entry: Option<&str>, defines: &[(String, String)]) -> Result<ExpandedKernel> {
        if self.is_hlsl_compute() {
            return self.expand_hlsl(entry, defines);
        }
        if shader::is_cg_name(&self.name) {
            return self.expand_cg(entry, defines);
        }
        let stage = stage::find_stage(&self.name, &self.text, self.stage)?;
        self.expand_stage(&self.name, stage, &self.text, defines)
    }

    pub(super) fn expand_stage(
        &self,
        name: &str,
        stage: Stage,
        text: &str,
        defines: &[(String, String)],
    ) -> Result<ExpandedKernel> {
        let lookup = |request: &IncludeRequest| self.find_include(stage, request);
        shader::expand(&SourceFile { name: name.to_string(), text: text.to_string().into() }, stage, &lookup, defines)
    }

    /// Expands a text in Cg, whose program begins with a function of that name.
    pub(super) fn expand_cg(&self, entry: Option<&str>, defines: &[(String, String)]) -> Result<ExpandedKernel> {
        let lookup = |request: &IncludeRequest| self.find_include(Stage::Fragment, request);
        let file = SourceFile { name: self.name.clone(), text: self.text.clone().into() };
        shader::expand_cg(&file, self.stage, entry, &lookup, defines)
    }

    /// Expands a compute kernel in HLSL.
    fn expand_hlsl(&self, entry: Option<&str>, defines: &[(String, String)]) -> Result<ExpandedKernel> {
        let lookup = |request: &IncludeRequest| self.find_include(Stage::Compute, request);
        let file = SourceFile { name: self.name.clone(), text: self.text.clone().into() };
        shader::expand_hlsl(&file, entry, &lookup, defines)
    }

    /// Returns the lanes of a wave as a setting, if the kernel asks for a number.
    ///
    /// # Errors
    /// [`Error::NotEmulated`] if they are more than the emulator has.
    pub(super) fn find_wave_setting(&self, stages: &[ExpandedKernel]) -> Result<Option<RunSetting>> {
        match stages.last().and_then(shader::find_wave_size) {
            Some(lanes) if !(1..=MAX_LANES).contains(&lanes) => {
                let report = format!(
                    "its waves have {lanes} lanes, and those of the emulator 1 to {MAX_LANES}; ask for [WaveSize({MAX_LANES})]"
                );
                Err(Error::NotEmulated { kernel: self.name.clone(), report })
            }
            lanes => Ok(lanes.map(RunSetting::Warp)),
        }
    }

    /// Finds an included file: one added to the kernel, one of its folders, or one of the library.
    fn find_include(&self, stage: Stage, request: &IncludeRequest) -> Option<Result<IncludedText, String>> {
        let own = |name: &str| {
            let own = self.includes.iter().find(|(own, _)| own == name);
            own.map(|(_, text)| text.clone().into())
        };
        if let Some(own) = request.find_text(own) {
            return Some(Ok(own));
        }
        match self.include_folders.find_file(request) {
            Some(Ok(file)) => Some(Ok(file)),
            refused => request.find_text(|name| L::find(stage, name)).map(Ok).or(refused),
        }
    }
}
