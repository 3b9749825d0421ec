//! A kernel before compilation: its text, and its files.

use super::child_compiler::ChildCompiler;
use super::compiled::Checked;
use super::launch::LaunchOptions;
use super::module_source::{self, Language, ModuleSource};
use super::report::Report;
use super::sandbox::Compiler;
use super::{kernel_files, settings, stage};
use gristmill_base::error::{Error, Result};
use gristmill_base::includes::IncludeFolders;
use gristmill_cards::{FlatKernel, Profile};
use gristmill_shader::{self as shader, ModuleChoice, ShortNumbers, Stage};
use std::borrow::Cow;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A set of include files that kernels may use besides those of their folder.
pub trait IncludeFiles {
    /// Returns the text of the file of that name, as that stage sees it.
    fn find(stage: Stage, name: &str) -> Option<Cow<'static, str>>;
}

/// No include file besides those of a kernel's folder.
#[derive(Debug, Clone)]
pub struct NoIncludes;

impl IncludeFiles for NoIncludes {
    fn find(_: Stage, _: &str) -> Option<Cow<'static, str>> {
        None
    }
}

/// A kernel to be checked, without a library of include files.
#[doc(hidden)]
pub type BareKernelCheck = KernelFileCheck<NoIncludes>;

/// A kernel to check.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// let text = "#version 330 core
/// #include \"two.glsl\"
/// out float two;
/// void main() { two = TWO; }";
/// let all = "#version 330 core
/// void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }";
/// let check = KernelCheck::source("two.frag", text).include("two.glsl", "const float TWO = 2.0;").vertex(all);
/// assert!(check.expands()? >= 4 && check.text().starts_with("#version 330"));
/// assert_eq!(check.compile()?.name(), "two.frag");
/// let report = check.run(&LaunchOptions::new().size([1, 1]).vertices(3))?;
/// assert_eq!(report.output("two").map(|lanes| lanes[0]), Some(2.0_f32.to_bits()));
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// A user's file, compiled in a separate process (see [`super::compile_only`]):
///
/// ```no_run
/// use gristmill::check::{KernelCheck, LaunchOptions};
/// use std::time::Duration;
/// let program = std::env::args().next().unwrap_or_default();
/// let check = KernelCheck::file("stranger.comp")?.in_child(program, Duration::from_secs(5));
/// println!("{}", check.run(&LaunchOptions::new())?.verdict());
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct KernelFileCheck<L> {
    pub(super) name: String,
    pub(super) text: String,
    vertex: Option<String>,
    /// The folder of the pictures and arrays that its comments name.
    folder: Option<PathBuf>,
    pub(super) includes: Vec<(String, String)>,
    pub(super) include_folders: IncludeFolders,
    /// Names and texts that are defined before its first line.
    pub(super) defines: Vec<(String, String)>,
    /// The bytes of a binary module.
    pub(super) bytes: Vec<u8>,
    compiler: Compiler,
    /// The stage set by an option.
    pub(super) stage: Option<Stage>,
    library: PhantomData<L>,
}

impl<L: IncludeFiles> KernelFileCheck<L> {
    /// Reads a kernel from a file: `.comp`, `.frag`, a `.vert` that writes vertex streams, `.wgsl`,
    /// a module as `.spv`, a token stream of Direct3D, or any other ending with a [stage](Self::stage). The files that it
    /// includes have to be in its folder or in one that is [opened](Self::include_folder); the pictures that its comments
    /// name, in its folder.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such text, [`Error::Limit`] if it is too long.
    pub fn file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let language = module_source::find_language(&name);
        let folder = path
            .parent()
            .map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
        let kernel = match language {
            Some(Language::SpirV) => Self::module(name, kernel_files::read_bytes(path, shader::LONGEST_MODULE)?),
            _ => Self::source(name, kernel_files::read_kernel(path)?),
        };
        let include_folders = IncludeFolders::of_file(path);
        Ok(Self { folder: folder.map(Path::to_path_buf), include_folders, ..kernel })
    }

    /// Creates a kernel with this name and text; the name's ending sets the stage.
    pub fn source(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            vertex: None,
            folder: None,
            includes: vec![],
            include_folders: IncludeFolders::default(),
            defines: vec![],
            bytes: vec![],
            compiler: Compiler::Here,
            stage: None,
            library: PhantomData,
        }
    }

    /// Creates a kernel from the bytes of a SPIR-V module of any compiler; its name ends with `.spv`.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let error = KernelCheck::module("noise.spv", vec![7; 40]).compile().unwrap_err();
    /// assert!(error.to_string().starts_with("noise.spv: it begins with 0x07070707"));
    /// ```
    pub fn module(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { bytes, ..Self::source(name, "") }
    }

    /// Creates a kernel from Direct3D's token stream, as fxc writes it; its text is a listing with a line for each
    /// statement, and the names of the stream's constant table.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let tokens = [0xffff_0101_u32, 1, 0x800f_0000, 0x90e4_0000, 0xffff];
    /// let bytes: Vec<u8> = tokens.iter().flat_map(|token| token.to_le_bytes()).collect();
    /// let kernel = KernelCheck::stream("diffuse.psh", &bytes)?;
    /// assert_eq!(kernel.text(), "ps_1_1\nmov r0, v0\n");
    /// assert!(kernel.compile().is_ok());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] says which token is wrong.
    pub fn stream(name: impl Into<String>, bytes: &[u8]) -> Result<Self> {
        let name = name.into();
        let text = shader::list_stream(&name, bytes)?;
        Ok(Self::source(name, text))
    }

    /// Returns its text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds a vertex kernel to a fragment kernel.
    pub fn vertex(self, text: impl Into<String>) -> Self {
        Self { vertex: Some(text.into()), ..self }
    }

    /// Sets the stage, whatever the file's ending: `fragment`, `vertex` or `compute`.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let kernel = KernelCheck::source("red.txt", "void main() { gl_FragColor = vec4(1.0); }");
    /// assert!(kernel.clone().stage("fragment")?.compile().is_ok());
    /// let error = kernel.stage("vertex")?.compile().unwrap_err().to_string();
    /// assert!(error.contains("gl_FragColor is of a fragment kernel, and --stage says vertex"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] for another word.
    pub fn stage(self, stage: &str) -> Result<Self> {
        let stages = [Stage::Fragment, Stage::Vertex, Stage::Compute];
        let found = stages.into_iter().find(|known| known.to_string() == stage);
        Ok(Self {
            stage: Some(found.ok_or_else(|| {
                Error::data(format!("there is no stage {stage}; there are fragment, vertex and compute"))
            })?),
            ..self
        })
    }

    /// Returns true if it is an include file: it has no function `main`.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// assert!(KernelCheck::source("two.glsl", "const float TWO = 2.0;").is_include_file());
    /// ```
    pub fn is_include_file(&self) -> bool {
        if self.is_hlsl_compute() {
            return false;
        }
        if shader::is_cg_name(&self.name) {
            return self
                .expand_cg(None, &self.defines)
                .is_ok_and(|expanded| shader::is_cg_include(&expanded));
        }
        module_source::find_language(&self.name).is_none() && stage::is_include_file(&self.text)
    }

    /// Adds a file that its text may include, before those of its folder.
    pub fn include(mut self, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.includes.push((name.into(), text.into()));
        self
    }

    /// Defines a name for the preprocessor of GLSL, Cg and HLSL, in both stages, as a line `#define NAME VALUE` would.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let kernel = KernelCheck::source("side.frag", "#version 330 core
    /// out float side;
    /// void main() { side = SIDE; }");
    /// let report = kernel.define("SIDE", "4.0").run(&LaunchOptions::new().size([1, 1]))?;
    /// assert_eq!(report.output("side").map(|lanes| lanes[0]), Some(4.0_f32.to_bits()));
    /// let error = KernelCheck::source("side.wgsl", "").define("SIDE", "4").compile().unwrap_err();
    /// assert_eq!(error.to_string(), "side.wgsl: WGSL has no preprocessor for SIDE; write an override and set it by --constant");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn define(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.defines.push((name.into(), value.into()));
        self
    }

    /// Opens a folder in which included files are looked for, after those of the file that includes them, of the kernel,
    /// and of the folders opened before.
    ///
    /// ```
    /// use gristmill::check::KernelCheck;
    /// let folder = std::env::temp_dir().join(format!("gristmill_folder_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("two.inc"), "float two() { return 2; }")?;
    /// let kernel = KernelCheck::source("k.cg", "#include \"two.inc\"\nfloat4 main() : COLOR { return two(); }");
    /// assert!(kernel.clone().compile().is_err());
    /// assert!(kernel.include_folder(&folder)?.compile().is_ok());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if it is not a folder.
    pub fn include_folder(self, folder: impl AsRef<Path>) -> Result<Self> {
        Ok(Self { include_folders: self.include_folders.clone().open_folder(folder.as_ref())?, ..self })
    }

    /// Compiles in a child process, which is killed after this wall-clock time: the program is
    /// started with the argument `compile-only`, and has to call [`super::compile_only`] then.
    pub fn in_child(self, program: impl Into<PathBuf>, deadline: Duration) -> Self {
        self.compiled_by(&ChildCompiler::new(program).deadline(deadline))
    }

    /// Compiles in that process, which can serve other kernels too.
    ///
    /// ```no_run
    /// use gristmill::check::{ChildCompiler, KernelCheck, LaunchOptions};
    /// let compiler = ChildCompiler::new(std::env::args().next().unwrap_or_default());
    /// for file in ["one.comp", "two.comp"] {
    ///     let kernel = KernelCheck::file(file)?.compiled_by(&compiler);
    ///     println!("{}", kernel.run(&LaunchOptions::new())?.verdict());
    /// }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn compiled_by(self, compiler: &ChildCompiler) -> Self {
        Self { compiler: Compiler::Child(compiler.clone()), ..self }
    }

    /// Compiles it.
    ///
    /// # Errors
    /// [`Error::Source`] draws the errors of its text, [`Error::Data`] explains those of its comments.
    pub fn compile(&self) -> Result<Checked> {
        self.compile_for(&LaunchOptions::new())
    }

    /// Compiles it for a launch, which may choose an entry point by `entry` and set constants by `constant`.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let kernel = KernelCheck::source("one.comp", "#version 430 core
    /// layout(local_size_x = 1) in;
    /// void main() {}");
    /// let error = kernel.compile_for(&LaunchOptions::new().option("entry", "other")?).unwrap_err();
    /// assert!(error.to_string().contains("there is no entry point other"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::compile`], and [`Error::Call`] for a choice that the kernel does not have.
    pub fn compile_for(&self, launch: &LaunchOptions) -> Result<Checked> {
        let choice = launch.module_choice();
        if let Some(language) = module_source::find_language(&self.name) {
            if let Some(stage) = self.stage {
                let sentence = format!("a module names its stage itself; leave --stage {stage} out");
                return Err(Error::call(&self.name, sentence));
            }
            if let Some((name, _)) = self.defines.first() {
                return Err(Error::call(&self.name, refuse_define(language, name)));
            }
            let (name, text, bytes) = (&self.name, &self.text, &self.bytes);
            let folder = self.folder.clone();
            let source = ModuleSource { name, text, bytes, folder, makes_up_constants: launch.explored };
            return source.compile(language, &self.compiler, choice);
        }
        let numbers = launch.card.map_or(ShortNumbers::Halves, Profile::short_numbers);
        let mut checked = self.compile_stages(choice.clone(), &self.defines, numbers)?;
        if checked
            .stages
            .iter()
            .any(|stage| stage.expanded.text.contains(shader::RECTANGLES))
        {
            let mut defined = self.defines.clone();
            defined.push((shader::RECTANGLES.to_string(), "1".to_string()));
            checked.in_rectangles = Some(Box::new(self.compile_stages(choice, &defined, numbers)?));
        }
        Ok(checked)
    }

    /// Compiles its stages, in GLSL, assembly or Cg, with these definitions, and these numbers for Cg's short types.
    fn compile_stages(
        &self,
        choice: ModuleChoice,
        defines: &[(String, String)],
        numbers: ShortNumbers,
    ) -> Result<Checked> {
        let mut comments = settings::parse_comments(&self.name, &self.text)?;
        let choice = module_source::merge_choice(&comments, choice);
        let mut stages = vec![self.expand_main(choice.entry.as_deref(), defines)?];
        stages
            .iter_mut()
            .for_each(|expanded| shader::set_short_numbers(expanded, numbers));
        let stage = stages.last().map_or(Stage::Fragment, |expanded| expanded.stage);
        comments.extend(self.find_wave_setting(&stages)?.map(|setting| (1, setting)));
        if let (Some(vertex), Stage::Fragment) = (&self.vertex, stage) {
            let stem = self.name.rsplit_once('.').map_or(self.name.as_str(), |(stem, _)| stem);
            stages.insert(0, self.expand_stage(&format!("{stem}.vert"), Stage::Vertex, vertex, defines)?);
        }
        let mut modules = self.compiler.compile_stages(&stages.iter().collect::<Vec<_>>())?;
        let has_entries = shader::is_cg_name(&self.name);
        if let Some(entry) = choice.entry.filter(|entry| entry != "main" && !has_entries) {
            return Err(Error::call(&self.name, format!("there is no entry point {entry}; in GLSL it is main")));
        }
        if let Some((_, words)) = modules.last_mut().filter(|_| !choice.constants.is_empty()) {
            *words = shader::specialise(&self.name, words, &choice.constants)?;
        }
        // glslang uses 1 by default; OpenGL refuses that.
        let has_group = |text: &str| text.contains("local_size") || shader::is_hlsl(text);
        if stage == Stage::Compute && !stages.iter().any(|expanded| has_group(&expanded.text)) {
            let report = "it does not set the size of its work groups; add layout(local_size_x = 64) in;".to_string();
            return Err(Error::Source { kernel: self.name.clone(), report });
        }
        let outputs = match modules.last() {
            Some((Stage::Fragment | Stage::Vertex, words)) => shader::stage_outputs(&self.name, words)?,
            _ => vec![],
        };
        Checked::new(self.name.clone(), stages, modules, outputs, comments, self.folder.clone())
    }

    /// Compiles it and flattens its control flow, to check it against cards.
    ///
    /// # Errors
    /// Those of [`Self::compile`]; [`Error::Call`] if its operations cannot be counted.
    ///
    /// ```
    /// use gristmill::{Profile, check::KernelCheck};
    /// let kernel = KernelCheck::source("two.frag", "void main() { gl_FragColor = vec4(2.0); }").flat()?;
    /// assert_eq!(kernel.fit(Profile::named("geforce-fx-5900")?).verdict(), "fits");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn flat(&self) -> Result<FlatKernel> {
        self.flat_for(&LaunchOptions::new())
    }

    /// Compiles and flattens it for a launch, which may choose an entry point by `entry` and set
    /// constants by `constant`: those become literals.
    ///
    /// ```
    /// use gristmill::{Profile, check::{KernelCheck, LaunchOptions}};
    /// let text = "#version 450
    /// layout(constant_id = 0) const int TURNS = 100;
    /// layout(location = 0) in float x;
    /// layout(location = 0) out float y;
    /// void main() { float s = x; for (int i = 0; i < TURNS; i++) s = s * s + x; y = s; }";
    /// let launch = LaunchOptions::new().option("constant", "TURNS=3")?;
    /// let kernel = KernelCheck::source("turns.frag", text).flat_for(&launch)?;
    /// assert_eq!(kernel.fit(Profile::named("radeon-9700")?).demands[0].given, 3);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::flat`], and [`Error::Call`] for a choice that the kernel does not have.
    pub fn flat_for(&self, launch: &LaunchOptions) -> Result<FlatKernel> {
        let checked = self.compile_for(launch)?;
        let kernel = checked.flatten_stage()?;
        Ok(match &checked.in_rectangles {
            Some(other) => kernel.with_rectangles(other.flatten_stage()?),
            None => kernel,
        })
    }

    /// Expands its includes without compiling it, and returns the number of lines.
    ///
    /// # Errors
    /// [`Error::Source`] draws the line of the error.
    pub fn expands(&self) -> Result<usize> {
        if module_source::find_language(&self.name).is_some() {
            return Ok(self.text.lines().count());
        }
        let entries = self.list_entry_points()?;
        self.expand_main(entries.first().map(String::as_str), &self.defines)
            .map(|expanded| expanded.lines.len())
    }

    /// Compiles it and runs it once.
    ///
    /// # Errors
    /// Those of [`Self::compile`] and [`Checked::launch`].
    pub fn run(&self, launch: &LaunchOptions) -> Result<Report> {
        if launch.explored { self.run_explored(launch) } else { self.compile_for(launch)?.launch(launch) }
    }
}

/// Says what a language has instead of a preprocessor.
fn refuse_define(language: Language, name: &str) -> String {
    match language {
        Language::Wgsl => format!("WGSL has no preprocessor for {name}; write an override and set it by --constant"),
        Language::SpirV => format!("a module is compiled already, without {name}; set its constants by --constant"),
    }
}
