//! Kernels: their text for each era, and their compiled form.

mod cache;
#[cfg(feature = "emulator")]
mod card_fit;
mod cg;
mod compiled;
mod edits;
mod files;
#[cfg(kernels_from_files)]
mod kernel_list;
mod kernel_table;
mod launch_cache;
pub mod library;
mod macros;
mod web_program;

use gristmill_base::element::Scalar;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_base::includes::IncludeRequest;
use gristmill_shader::{
    self as shader, CompiledModule, Dialect, ExpandedKernel, RECTANGLES, ShortNumbers, SourceFile, Stage,
};
use std::borrow::Cow;

pub(crate) use cache::KernelCache;
pub(crate) use compiled::AutomaticUniform;
pub use compiled::Kernel;
#[cfg(feature = "emulator")]
pub(crate) use files::include_file_text;
pub(crate) use launch_cache::{CheckedLaunch, CheckedStream, LaunchExtent, StreamRole};

/// The text of one stage.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum StageText {
    Given(Cow<'static, str>),
    /// The value of `kernel_file!`.
    File(&'static str),
    /// The value of `kernel_file!` for a file in Cg or HLSL, and its ending.
    CgFile {
        file: &'static str,
        ending: &'static str,
    },
    /// A text in Cg or HLSL, and the function that it begins with.
    Cg {
        text: Cow<'static, str>,
        entry: Option<String>,
        ending: &'static str,
    },
}

/// A kernel's text, for one era or both, with its includes and definitions.
///
/// Kernels of this crate come from files, by [`kernel_pair!`](crate::kernel_pair); your own may come from anywhere:
///
/// ```
/// # use gristmill::{Device, Era, KernelSource};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let source = KernelSource::new("square").fragment(
///     "#version 330 core
/// #include \"stream.glsl\"
/// uniform sampler2D source;
/// out float result;
/// void main() { result = here(source).r * here(source).r; }",
/// );
/// let numbers = device.stream(&[1.0, 2.0, 3.0])?;
/// let mut result = device.empty::<f32>(3)?;
/// device.kernel(&source)?.call().input("source", &numbers).output("result", &mut result).run()?;
/// assert_eq!(result.read()?, [1.0, 4.0, 9.0]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// Your own texts, an include file, and a constant:
///
/// ```
/// use gristmill::{Era, KernelSource};
/// let text = "#include \"factor.glsl\"
/// #ifndef OFFSET
/// #define OFFSET 0.0
/// #endif
/// out float result;
/// void main() { result = gl_FragCoord.x * FACTOR + float(OFFSET); }";
/// let place = "#version 330 core
/// void main() { gl_Position = vec4(0.0, 0.0, 0.0, 1.0); gl_PointSize = 1.0; }";
/// let source = KernelSource::new("place")
///     .vertex(place)
///     .fragment(format!("#version 330 core\n{text}"))
///     .include("factor.glsl", "const float FACTOR = 2.0;")
///     .define("OFFSET", 0.5);
/// assert_eq!(source.name(), "place");
/// source.check(Era::Fragment)?;
///
/// let nothing = "#version 430 core
/// layout(local_size_x = 64) in;
/// void main() {}";
/// KernelSource::new("nothing").compute(nothing).check(Era::Compute)?;
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// A kernel with only a vertex text writes vertex streams and draws nothing: each `out` variable becomes a stream of
/// [`crate::Layout::Linear`], one element per vertex (transform feedback). A stream of 3-vectors occupies four
/// channels, so its variable is a `vec4`.
///
/// ```
/// use gristmill::{Device, Era, KernelSource, Layout};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let numbered = KernelSource::new("numbered").vertex(
///     "#version 330 core
///     in float source;
///     out float twice;
///     flat out int number;
///     void main() { twice = 2.0 * source; number = gl_VertexID; }",
/// );
/// let source = device.stream_in(Layout::Linear, 3, &[1.0, 2.5, 4.0])?;
/// let mut twice = device.empty_in::<f32>(Layout::Linear, 3)?;
/// let mut numbers = device.empty_in::<i32>(Layout::Linear, 3)?;
/// device
///     .kernel(&numbered)?
///     .call()
///     .vertex_stream("source", &source)
///     .output("twice", &mut twice)
///     .output("number", &mut numbers)
///     .run()?;
/// assert_eq!((twice.read()?, numbers.read()?), (vec![2.0, 5.0, 8.0], vec![0, 1, 2]));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct KernelSource {
    /// A hash of all other fields, by which a device finds the compiled kernel.
    number: u128,
    name: Cow<'static, str>,
    vertex: Option<StageText>,
    fragment: Option<StageText>,
    compute: Option<StageText>,
    includes: Vec<(Cow<'static, str>, Cow<'static, str>)>,
    defines: Vec<(String, String)>,
    /// True if streams of its device are rectangle textures.
    rectangles: bool,
}

impl KernelSource {
    /// Creates a kernel with this name, without any text yet. Messages call its files `name.frag`, `name.vert` and
    /// `name.comp`, and programs in assembly `name.fp` and `name.vp`.
    pub const fn new(name: &'static str) -> KernelSource {
        KernelSource {
            number: hash_text(FNV_OFFSET, name),
            name: Cow::Borrowed(name),
            vertex: None,
            fragment: None,
            compute: None,
            includes: Vec::new(),
            defines: Vec::new(),
            rectangles: false,
        }
    }

    /// Creates a kernel with a name that is built at run time, without any text yet.
    ///
    /// ```
    /// let source = gristmill::KernelSource::named(format!("blur{}", 3));
    /// assert_eq!(source.name(), "blur3");
    /// ```
    pub fn named(name: impl Into<Cow<'static, str>>) -> KernelSource {
        KernelSource::from_parts(name.into(), None, None, None)
    }

    /// Creates a kernel from the values of `kernel_file!` for its vertex, fragment and compute file, for
    /// [`kernel_pair!`](crate::kernel_pair) and similar macros. Messages omit a folder in the name.
    #[doc(hidden)]
    pub const fn of_files(
        name: &'static str,
        vertex: Option<&'static str>,
        fragment: Option<&'static str>,
        compute: Option<&'static str>,
    ) -> KernelSource {
        KernelSource::from_hashed_parts(
            hash_text(FNV_OFFSET, name),
            Cow::Borrowed(without_folder(name)),
            vertex,
            fragment,
            compute,
            None,
        )
    }

    /// Creates the same kernel with a name that is built at run time.
    pub(crate) fn from_parts(
        name: Cow<'static, str>,
        vertex: Option<&'static str>,
        fragment: Option<&'static str>,
        compute: Option<&'static str>,
    ) -> KernelSource {
        KernelSource::from_hashed_parts(hash_text(FNV_OFFSET, &name), name, vertex, fragment, compute, None)
    }

    const fn from_hashed_parts(
        number: u128,
        name: Cow<'static, str>,
        vertex: Option<&'static str>,
        fragment: Option<&'static str>,
        compute: Option<&'static str>,
        cg_ending: Option<&'static str>,
    ) -> KernelSource {
        const fn file_text(file: Option<&'static str>) -> Option<StageText> {
            match file {
                Some(file) => Some(StageText::File(file)),
                None => None,
            }
        }
        const fn hash_file(number: u128, file: Option<&'static str>) -> u128 {
            match file {
                Some(file) => hash_text(number, file),
                None => hash_text(number, "none"),
            }
        }
        KernelSource {
            number: hash_file(hash_file(hash_file(number, vertex), fragment), compute),
            name,
            vertex: file_text(vertex),
            fragment: match (fragment, cg_ending) {
                (Some(file), Some(ending)) => Some(StageText::CgFile { file, ending }),
                _ => file_text(fragment),
            },
            compute: file_text(compute),
            includes: Vec::new(),
            defines: Vec::new(),
            rectangles: false,
        }
    }

    /// Sets the text for the fragment era: GLSL, or a program in assembly.
    ///
    /// ```
    /// # use gristmill::{Device, Era, KernelSource};
    /// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    /// let source = KernelSource::new("scaled").fragment(
    ///     "!!ARBfp1.0
    /// MUL result.color, program.local[0], 2.0;
    /// END",
    /// );
    /// let mut result = device.empty::<[f32; 4]>(1)?;
    /// let kernel = device.kernel(&source)?;
    /// let call = kernel.call().uniform("program.local[0]", [1.0, 2.0, 3.0, 4.0]);
    /// call.output("result.color", &mut result).run()?;
    /// assert_eq!(result.read()?, [[2.0, 4.0, 6.0, 8.0]]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn fragment(self, text: impl Into<Cow<'static, str>>) -> KernelSource {
        let text = text.into();
        let number = hash_text(hash_text(self.number, "fragment"), &text);
        KernelSource { number, fragment: Some(StageText::Given(text)), ..self }
    }

    /// Sets the vertex kernel, which places the points or triangles of a pass. Without a fragment text it places
    /// nothing: it writes vertex streams.
    pub fn vertex(self, text: impl Into<Cow<'static, str>>) -> KernelSource {
        let text = text.into();
        let number = hash_text(hash_text(self.number, "vertex"), &text);
        KernelSource { number, vertex: Some(StageText::Given(text)), ..self }
    }

    /// Sets the text for the compute era.
    pub fn compute(self, text: impl Into<Cow<'static, str>>) -> KernelSource {
        let text = text.into();
        let number = hash_text(hash_text(self.number, "compute"), &text);
        KernelSource { number, compute: Some(StageText::Given(text)), ..self }
    }

    /// Adds a file that its text may `#include`; it takes precedence over the library's.
    pub fn include(mut self, name: impl Into<Cow<'static, str>>, text: impl Into<Cow<'static, str>>) -> KernelSource {
        let name = name.into();
        let text = text.into();
        self.number = hash_text(hash_text(self.number, &name), &text);
        self.includes.push((name, text));
        self
    }

    /// Specialises the kernel: adds `#define name value` after the version line (GPU Gems 2, section 33.4.2). Give
    /// the text a default with `#ifndef`.
    pub fn define(mut self, name: impl Into<String>, value: impl ToString) -> KernelSource {
        let name = name.into();
        let value = value.to_string();
        self.number = hash_text(hash_text(self.number, &name), &value);
        self.defines.push((name, value));
        self
    }

    /// Reads streams from rectangle textures where its text has a reading for both.
    pub(crate) fn in_rectangles(self) -> KernelSource {
        KernelSource { number: hash_text(self.number, RECTANGLES), rectangles: true, ..self }
    }

    /// Returns the key of its compiled form in a device's cache.
    pub(crate) fn cache_key(&self) -> u128 {
        self.number ^ edits::edits_key()
    }

    /// Returns its name, without an ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Validates the side for this era with glslang and lists its interface, without any device.
    ///
    /// # Errors
    /// [`Error::Source`] if it does not compile, [`Error::Call`] if it has no such side.
    pub fn check(&self, era: Era) -> Result<()> {
        self.prepare_stages(era, ShortNumbers::Halves).map(|_| ())
    }

    fn stage_file(&self, stage: Stage, text: &StageText) -> Result<SourceFile> {
        let program = matches!(text, StageText::Given(text) if shader::is_program(text));
        let is_direct3d = program && matches!(text, StageText::Given(text) if !text.starts_with("!!"));
        let ending = match stage {
            Stage::Vertex if is_direct3d => "vsh",
            Stage::Fragment if is_direct3d => "psh",
            Stage::Vertex if program => "vp",
            Stage::Vertex => "vert",
            Stage::Fragment if program => "fp",
            Stage::Fragment => "frag",
            Stage::Compute => "comp",
        };
        let ending = match text {
            StageText::Cg { ending, .. } | StageText::CgFile { ending, .. } => ending,
            _ => ending,
        };
        let name = format!("{}.{ending}", self.name);
        let text = match text {
            StageText::Given(text) | StageText::Cg { text, .. } => text.clone(),
            StageText::File(file) | StageText::CgFile { file, .. } => {
                edits::kernel_text(stage, &name, file, files::kernel_text(file)?)
            }
        };
        Ok(SourceFile { name, text })
    }

    fn expand_stage(&self, stage: Stage, text: &StageText, numbers: ShortNumbers) -> Result<ExpandedKernel> {
        let text_of = |name: &str| {
            let own = self.includes.iter().find(|(own, _)| own == name).map(|(_, text)| text.clone());
            own.or_else(|| Some(edits::include_text(stage, files::include_file(stage, name)?)))
        };
        let lookup = |request: &IncludeRequest| request.find_text(text_of).map(Ok);
        let file = self.stage_file(stage, text)?;
        let expand = |defines: &[(String, String)]| {
            let mut expanded = match text {
                StageText::Cg { entry, .. } => {
                    shader::expand_cg(&file, Some(stage), entry.as_deref(), &lookup, defines)?
                }
                _ => shader::expand(&file, stage, &lookup, defines)?,
            };
            shader::set_short_numbers(&mut expanded, numbers);
            Ok(expanded)
        };
        let expanded = expand(&self.defines)?;
        let defined = self.defines.iter().any(|(name, _)| name == RECTANGLES);
        if !self.rectangles || defined || !expanded.text.contains(RECTANGLES) {
            return Ok(expanded);
        }
        let mut defines = self.defines.clone();
        defines.push((RECTANGLES.to_string(), "1".to_string()));
        expand(&defines)
    }

    /// Compiles its stages for an era, with these numbers for the types `half` and `fixed` of Cg.
    fn prepare_stages(&self, era: Era, numbers: ShortNumbers) -> Result<PreparedStages> {
        let expand = |stage, text| self.expand_stage(stage, text, numbers);
        let mut cover = None;
        let stages = match (era, &self.vertex, &self.fragment, &self.compute) {
            (Era::Fragment, vertex, Some(fragment), _) => {
                let fragment = expand(Stage::Fragment, fragment)?;
                let read = vertex.is_none().then(|| shader::first_interpolated(&fragment.text)).flatten();
                if let Some(read) = read {
                    let sentence = format!(
                        "it reads {read}, which a vertex program writes; give it one, or read fragment.position (see the chapter on programs in assembly)"
                    );
                    return Err(Error::call(&*self.name, sentence));
                }
                match vertex {
                    Some(vertex) => vec![expand(Stage::Vertex, vertex)?, fragment],
                    None => {
                        cover = Some(match_cover_version(
                            expand(Stage::Vertex, &StageText::File(files::COVER_VERTEX_KERNEL))?,
                            &fragment,
                        ));
                        vec![fragment]
                    }
                }
            }
            (Era::Fragment, Some(vertex), None, _) => vec![expand(Stage::Vertex, vertex)?],
            (Era::Compute, _, _, Some(compute)) => {
                vec![shader::without_counters(expand(Stage::Compute, compute)?)?]
            }
            (Era::Fragment, None, None, _) => {
                return Err(Error::call(&*self.name, "it has no .frag, so it runs only in the compute era"));
            }
            (Era::Compute, _, _, None) => {
                return Err(Error::call(&*self.name, "it has no .comp, so it runs only in the fragment era"));
            }
        };
        let references: Vec<&ExpandedKernel> = stages.iter().collect();
        let module = shader::compile(&references)?;
        if cover.is_some() {
            check_float_inputs(&format!("{}.frag", self.name), &module)?;
        }
        Ok(PreparedStages { stages, module, cover })
    }
}

/// Refuses integer inputs of a fragment kernel without a vertex kernel: then its only input is its position, in
/// floats.
fn check_float_inputs(name: &str, module: &CompiledModule) -> Result<()> {
    for (_, words) in &module.spirv {
        let read = shader::fragment_interpolants(name, words)?;
        if let Some(whole) = read.iter().find(|read| read.scalar != Scalar::F32) {
            return Err(Error::call(
                name,
                format!(
                    "it reads {} in whole numbers, which a vertex kernel writes; give it one, or read floats: its place (see the chapter on the stream model)",
                    whole.name
                ),
            ));
        }
    }
    Ok(())
}

/// Returns the cover stage in the GLSL dialect of its fragment stage: drivers do not link stages of OpenGL and of
/// OpenGL ES.
fn match_cover_version(cover: ExpandedKernel, fragment: &ExpandedKernel) -> ExpandedKernel {
    let (dialect, _) = Dialect::detect(&fragment.text);
    if !dialect.is_es() || dialect.version < 300 {
        return cover;
    }
    let own = Stage::Vertex.first_line();
    let text = cover.text.replacen(own, &format!("#version {} es", dialect.version), 1);
    ExpandedKernel { text, ..cover }
}

/// A kernel that glslang has accepted.
struct PreparedStages {
    stages: Vec<ExpandedKernel>,
    module: CompiledModule,
    /// The vertex stage for a kernel that has none.
    cover: Option<ExpandedKernel>,
}

/// The initial value of the 128-bit hash of Fowler, Noll and Vo.
const FNV_OFFSET: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;

/// Adds a text to a hash, by the method of Fowler, Noll and Vo (FNV-1a), which can run at compile time. A byte that
/// no text has ends each text.
const fn hash_text(mut number: u128, text: &str) -> u128 {
    const FNV_PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
    let mut at = 0;
    while at < text.len() {
        number = (number ^ text.as_bytes()[at] as u128).wrapping_mul(FNV_PRIME);
        at += 1;
    }
    (number ^ 0xff).wrapping_mul(FNV_PRIME)
}

/// Returns the part of a path after its last slash.
const fn without_folder(path: &str) -> &str {
    let mut start = path.len();
    while start > 0 && path.as_bytes()[start - 1] != b'/' {
        start -= 1;
    }
    path.split_at(start).1
}
