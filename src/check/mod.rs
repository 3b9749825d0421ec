//! Checks kernels of others: their text is compiled, run on the emulator with all observers listening, and what is wrong is told.
//!
//! A kernel says in comments what it is to be run on; a [`Launch`] may say otherwise:
//!
//! ```
//! use gristmill::check::{Check, Launch};
//! let text = "#version 430 core
//! // run: groups 4
//! // run: buffer Result=zero:128
//! layout(local_size_x = 32) in;
//! layout(std430) buffer Result { uint result[]; };
//! void main() { result[gl_GlobalInvocationID.x] = gl_WorkGroupID.x; }
//! ";
//! let checked = Check::source("groups.comp", text).compile()?;
//! let report = checked.launch(&Launch::new())?;
//! # Ok::<(), gristmill::Error>(())
//! ```
//!
//! Nothing that a kernel does can harm the program that checks it: its memory is limited before it is taken, every run ends, and with
//! [`Check::in_child`] the compiler runs in a process of its own.

mod fill;
mod images;
mod launch;
mod pass;
mod plan;
mod report;
mod run;
mod sandbox;
mod schedule;
#[cfg(test)]
mod tests;
mod texels;
mod text;

pub use crate::emulator::observers::timeline::Stretch;
pub use launch::Launch;
pub use report::Report;
pub use sandbox::compile_only;
pub use texels::Texels;

use crate::data::error::{Error, Result};
use crate::emulator::lowered::Lowered;
use crate::kernel;
use crate::shader::{self, Expanded, Output, SourceFile, Stage};
use run::Setting;
use sandbox::{Compiler, Modules};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A kernel to be checked.
#[derive(Debug, Clone)]
pub struct Check {
    name: String,
    text: String,
    vertex: Option<String>,
    folder: Option<PathBuf>,
    includes: Vec<(String, String)>,
    compiler: Compiler,
}

impl Check {
    /// The kernel of a file, `.comp` or `.frag`. What it includes must lie in its folder, as must the pictures that its comments name.
    ///
    /// # Errors
    /// [`Error::Data`] where there is no such text, [`Error::Limit`] where it is too long.
    pub fn file(path: impl AsRef<Path>) -> Result<Check> {
        let path = path.as_ref();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        text::stage(&name)?;
        let folder = path
            .parent()
            .map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
        Ok(Check { folder: folder.map(Path::to_path_buf), ..Check::source(name, text::read(path)?) })
    }

    /// A kernel of this text, called so: the ending says what it is.
    pub fn source(name: impl Into<String>, text: impl Into<String>) -> Check {
        Check {
            name: name.into(),
            text: text.into(),
            vertex: None,
            folder: None,
            includes: vec![],
            compiler: Compiler::Here,
        }
    }

    /// With this vertex kernel for a fragment kernel.
    pub fn vertex(self, text: impl Into<String>) -> Check {
        Check { vertex: Some(text.into()), ..self }
    }

    /// With a file that its text may include, before those of its folder.
    pub fn include(mut self, name: impl Into<String>, text: impl Into<String>) -> Check {
        self.includes.push((name.into(), text.into()));
        self
    }

    /// Compiles in a child process, which is ended after that time: the program is started with the argument `compile-only`, and has to
    /// call [`compile_only`] then.
    pub fn in_child(self, program: impl Into<PathBuf>, deadline: Duration) -> Check {
        Check { compiler: Compiler::Child(program.into(), deadline), ..self }
    }

    /// Compiles it.
    ///
    /// # Errors
    /// [`Error::Source`] draws what is wrong with its text, [`Error::Data`] says what is wrong with its comments.
    pub fn compile(&self) -> Result<Checked> {
        let stage = text::stage(&self.name)?;
        let comments = run::comments(&self.name, &self.text)?;
        let mut stages = vec![self.expand(&self.name, stage, &self.text)?];
        if let Some(vertex) = &self.vertex {
            let stem = self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem);
            stages.insert(0, self.expand(&format!("{stem}.vert"), Stage::Vertex, vertex)?);
        }
        let modules = self.compiler.translate(&stages.iter().collect::<Vec<_>>())?;
        // The compiler takes 1 where nothing is said; OpenGL refuses it.
        if stage == Stage::Compute && !stages.iter().any(|expanded| expanded.text.contains("local_size")) {
            let report = "it does not say how large its work groups are; add layout(local_size_x = 64) in;".to_string();
            return Err(Error::Source { kernel: self.name.clone(), report });
        }
        let outputs = match modules.iter().find(|(stage, _)| *stage == Stage::Fragment) {
            Some((_, words)) => shader::outputs(&self.name, words)?,
            None => vec![],
        };
        Checked::new(self.name.clone(), stages, modules, outputs, comments, self.folder.clone())
    }

    /// Puts its includes in, and does not compile it: gives how many lines it has then.
    ///
    /// # Errors
    /// [`Error::Source`] shows the line that is wrong.
    pub fn expands(&self) -> Result<usize> {
        self.expand(&self.name, text::stage(&self.name)?, &self.text)
            .map(|expanded| expanded.lines.len())
    }

    /// Compiles it and runs it once.
    ///
    /// # Errors
    /// Those of [`Check::compile`] and [`Checked::launch`].
    pub fn run(&self, launch: &Launch) -> Result<Report> {
        self.compile()?.launch(launch)
    }

    fn expand(&self, name: &str, stage: Stage, text: &str) -> Result<Expanded> {
        let lookup = |name: &str| {
            let own = self
                .includes
                .iter()
                .find(|(own, _)| own == name)
                .map(|(_, text)| text.clone().into());
            let file = || text::read(&text::inside(self.folder.as_deref()?, name)?).ok().map(Into::into);
            own.or_else(file).or_else(|| kernel::library(stage, name))
        };
        shader::expand(&SourceFile { name: name.to_string(), text: text.to_string().into() }, stage, &lookup, &[])
    }
}

/// A kernel that compiled, to be launched as often as one likes.
#[derive(Debug)]
pub struct Checked {
    name: String,
    /// The vertex stage, if there is one, and then the main stage.
    stages: Vec<Lowered>,
    outputs: Vec<Output>,
    comments: Vec<(usize, Setting)>,
    folder: Option<PathBuf>,
    fingerprint: String,
}

impl Checked {
    fn new(
        name: String,
        stages: Vec<Expanded>,
        modules: Modules,
        outputs: Vec<Output>,
        comments: Vec<(usize, Setting)>,
        folder: Option<PathBuf>,
    ) -> Result<Checked> {
        let fingerprint = fingerprint(&stages);
        let lowered = |expanded: Expanded| {
            let spirv = modules.iter().find(|(stage, _)| *stage == expanded.stage);
            let spirv = spirv.map(|(_, words)| words.clone()).unwrap_or_default();
            Lowered::new(expanded, spirv)
        };
        let stages: Vec<Lowered> = stages.into_iter().map(lowered).collect();
        Ok(Checked { name, stages, outputs, comments, folder, fingerprint })
    }

    /// The kernel's file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A few digits that are others for another text.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// What a fragment kernel computes: the name, the location and the lanes of each output.
    pub fn outputs(&self) -> impl Iterator<Item = (&str, u32, u8)> {
        self.outputs
            .iter()
            .map(|output| (output.name.as_str(), output.location, output.lanes))
    }

    /// The code that the emulator runs for its main stage: the number of each instruction, its line, and what it does. For readers; its
    /// form may change with any version.
    ///
    /// # Errors
    /// [`Error::Source`] for what the emulator does not have.
    pub fn listing(&self) -> Result<String> {
        let Some(assembly) = self.stages.last().map(|stage| stage.assembly(false)).transpose()? else {
            return Ok(String::new());
        };
        let code = assembly.instructions.iter().zip(&assembly.lines).enumerate();
        Ok(code
            .map(|(pc, (instruction, line))| format!("{pc:4}  line {line:3}  {instruction:?}\n"))
            .collect())
    }

    /// Runs it.
    ///
    /// # Errors
    /// [`Error::Name`] names what the kernel does not have, [`Error::Call`] and [`Error::Data`] say what does not fit, [`Error::Limit`] is for
    /// what takes too much memory, [`Error::Source`] for what the emulator does not have.
    pub fn launch(&self, launch: &Launch) -> Result<Report> {
        schedule::launch(self, launch)
    }

    fn call(&self, sentence: String) -> Error {
        Error::call(&self.name, sentence)
    }
}

/// The text of all stages in six digits: FNV-1a, folded.
fn fingerprint(stages: &[Expanded]) -> String {
    let bytes = stages.iter().flat_map(|expanded| expanded.text.bytes());
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    let hash = bytes.fold(0x811c_9dc5, mix);
    format!("{:06x}", (hash >> 24) ^ (hash & 0x00ff_ffff))
}

/// A kernel of the words of a SPIR-V module that claims to be of the stage that the name's ending says. All of it is lowered.
///
/// # Errors
/// [`Error::Source`] says what is wrong with it, or what the emulator does not have.
///
/// ```
/// assert!(gristmill::check::spirv("noise.comp", &[0x0723_0203, 1, 2, 3]).is_err());
/// ```
pub fn spirv(name: &str, words: &[u32]) -> Result<Checked> {
    let stage = text::stage(name)?;
    let nothing = SourceFile { name: name.to_string(), text: "".into() };
    let expanded = Expanded { name: name.to_string(), stage, text: String::new(), lines: vec![], files: vec![nothing] };
    let modules = vec![(stage, words.to_vec())];
    let mut checked = Checked::new(name.to_string(), vec![expanded], modules, vec![], vec![], None)?;
    for stage in &checked.stages {
        stage.assembly(false)?;
        stage.assembly(true)?;
    }
    // Words that lower are words that can be read.
    if stage == Stage::Fragment {
        checked.outputs = shader::outputs(name, words)?;
    }
    Ok(checked)
}

/// The SPIR-V of the stages of a kernel, the main one last: what [`spirv`] takes.
///
/// # Errors
/// Those of [`Check::compile`].
pub fn to_spirv(check: &Check) -> Result<Vec<Vec<u32>>> {
    Ok(check.compile()?.stages.into_iter().map(|stage| stage.spirv).collect())
}

/// Reads the `// run:` comments of a text and gives how many there are.
///
/// # Errors
/// [`Error::Data`] says what is wrong in which line.
///
/// ```
/// let error = gristmill::check::comments("a.comp", "// run: size 5").unwrap_err();
/// assert_eq!(error.to_string(), "a.comp:1: size 5: it has one side; write it as size 64x48");
/// ```
pub fn comments(name: &str, text: &str) -> Result<usize> {
    run::comments(name, text).map(|settings| settings.len())
}
