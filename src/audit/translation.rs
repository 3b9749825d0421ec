//! The kernel that an audit runs: the author's text, and a `main` that only calls the translation.

use super::uniform_from_floats;
use crate::device::Device;
use crate::kernel::{AutomaticUniform, Kernel, KernelSource, include_file_text};
use crate::stream::Stream;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::{decode_text, read_at_most};
use gristmill_base::includes::{IncludeFolders, IncludeRequest};
use gristmill_machine::Value;
use gristmill_shader::{Dialect, Stage, is_cg_name};
use image::Rgba;
use std::path::Path;

/// The first version of GLSL in which a kernel names its outputs.
const NAMED_OUTPUTS_VERSION: u32 = 130;

/// The most bytes of one file.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The library's translations: two as printed in chapter 33, and the corrected ones.
const ADDRESSING_SOURCE: &str = "#version 330 core\n#include \"addressing.glsl\"\n";

/// A function in GLSL or Cg that translates an index to a texel, with the text that defines it. It may only calculate:
/// in an audit textures hold zeros.
///
/// ```
/// use gristmill::audit::Translation;
/// let text = "#version 110\nvec2 place(float index, vec2 size) { return vec2(index / size.x, 0.0); }";
/// let translation = Translation::of_text("mine", text, "place")?.in_coordinates();
/// assert_eq!(translation.function(), "place");
/// let halved = Translation::of_text("mine", text, "place")?.uniform("half_width", &[0.5])?;
/// assert_eq!(halved.function(), "place");
/// assert!(Translation::of_file("no such file".as_ref(), "place").is_err());
/// let names = Translation::printed().into_iter().chain([Translation::corrected()]).map(|one| one.function().to_string());
/// assert_eq!(names.last().as_deref(), Some("packed_texel_float"));
/// let error = Translation::of_text("mine", text, "texel").unwrap_err();
/// assert!(error.to_string().contains("no function texel"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Translation {
    name: String,
    text: String,
    includes: Vec<(String, String)>,
    function: TranslationFunction,
    coordinates: bool,
    uniforms: Vec<(String, Value)>,
}

/// The function's name, and the expression that calls it.
#[derive(Debug, Clone, PartialEq)]
struct TranslationFunction {
    name: String,
    /// Passes `index`, and `audit_size` if the function takes the width or the size of the texture.
    call: String,
}

impl Translation {
    /// Finds the function of that name in a text: `vec2 f(float index)`, with the width of the texture (`float`) or
    /// its size (`vec2`) as an optional second parameter; or the same with `int` and `ivec2`. It returns the column
    /// and the row. A text whose name ends with `.cg` is Cg, and has `float2` and `int2`.
    ///
    /// ```
    /// use gristmill::audit::Translation;
    /// let text = "float2 place(float index, float2 size) { return float2(index / size.x, 0); }";
    /// assert_eq!(Translation::of_text("mine.cg", text, "place")?.function(), "place");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if the text has no such function.
    pub fn of_text(name: &str, text: &str, function: &str) -> Result<Translation> {
        Ok(Translation {
            name: name.to_string(),
            text: text.to_string(),
            includes: vec![],
            function: TranslationFunction::find_in_text(name, text, function)?,
            coordinates: false,
            uniforms: vec![],
        })
    }

    /// Finds the function in a kernel file, which may include files of the same folder.
    ///
    /// # Errors
    /// [`Error::Data`] if a file cannot be read, and as [`Translation::of_text`].
    pub fn of_file(path: &Path, function: &str) -> Result<Translation> {
        Translation::of_file_in(path, &IncludeFolders::of_file(path), function)
    }

    /// Finds the function in a kernel file, which may include files of these folders.
    ///
    /// ```
    /// use gristmill::audit::Translation;
    /// use gristmill::includes::IncludeFolders;
    /// let folders = IncludeFolders::default().open_folder("kernel_includes".as_ref())?;
    /// let file = "fragment_kernels/include/stream.glsl".as_ref();
    /// assert!(Translation::of_file_in(file, &folders, "no_function").is_err());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if a file cannot be read or is in another folder, and as [`Translation::of_text`].
    pub fn of_file_in(path: &Path, folders: &IncludeFolders, function: &str) -> Result<Translation> {
        let text = read_kernel_text(path)?;
        let mut whole = text.clone();
        let mut includes: Vec<(String, String)> = vec![];
        // Each with its includer's name in its folder, and among `includes`.
        let mut asked: Vec<[String; 3]> = list_includes(&text, "", "");
        while let Some([name, includer, known_includer]) = asked.pop() {
            let [known, _] =
                IncludeRequest { name: &name, includer: &known_includer, is_angled: false }.possible_names();
            if includes.iter().any(|(name, _)| *name == known) {
                continue;
            }
            match folders.find_file(&IncludeRequest { name: &name, includer: &includer, is_angled: false }) {
                Some(Ok(file)) => {
                    asked.extend(list_includes(&file.text, &file.name, &known));
                    whole += &file.text;
                    includes.push((known, file.text.into_owned()));
                }
                Some(Err(why)) if include_file_text(Stage::Fragment, &name).is_none() => {
                    return Err(Error::data(format!("{}: {why}", path.display())));
                }
                _ => {}
            }
        }
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("kernel");
        Ok(Translation { includes, text, ..Translation::of_text(name, &whole, function)? })
    }

    /// Returns the same translation for a function that returns texture coordinates from 0 to 1.
    #[must_use]
    pub fn in_coordinates(self) -> Translation {
        Translation { coordinates: true, ..self }
    }

    /// Adds a uniform of one to four floats.
    ///
    /// # Errors
    /// [`Error::Data`] for any other number of floats.
    pub fn uniform(mut self, name: &str, numbers: &[f32]) -> Result<Translation> {
        self.uniforms.push((name.to_string(), uniform_from_floats(name, numbers)?));
        Ok(self)
    }

    /// Returns the translations of listings 33-1 and 33-2 of GPU Gems 2, as printed.
    pub fn printed() -> Vec<Translation> {
        let first = library_translation("printed_1d_to_rectangle", "printed_1d_to_rectangle(index, audit_size)");
        let second = library_translation("printed_1d_to_2d", "printed_1d_to_2d(index, audit_size)").in_coordinates();
        vec![first, second]
    }

    /// Returns the library's own translation, in floats.
    pub fn corrected() -> Translation {
        library_translation("packed_texel_float", "packed_texel_float(index, audit_size.x)")
    }

    /// The function's name.
    pub fn function(&self) -> &str {
        &self.function.name
    }

    pub(super) fn uniform_values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.uniforms.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Returns the texel that a texture unit samples at these coordinates; `None` for a coordinate that is negative
    /// or not a number.
    pub(super) fn sampled_texel(&self, given: [f32; 2], size: [f32; 2]) -> [Option<u64>; 2] {
        [0, 1].map(|axis| {
            let scale = if self.coordinates { f64::from(size[axis]) } else { 1.0 };
            let place = (f64::from(given[axis]) * scale).floor();
            (0.0..1e12).contains(&place).then_some(place as u64)
        })
    }

    /// Returns the output that the audit's `main` writes.
    pub(super) fn output_name(&self) -> &'static str {
        if is_cg_name(&self.name) {
            return "COLOR0";
        }
        let (dialect, _) = Dialect::detect(&self.text);
        if dialect.version >= NAMED_OUTPUTS_VERSION { "audit_texel" } else { "gl_FragColor" }
    }

    /// Returns true if the text reads rectangle textures.
    pub(super) fn reads_rectangles(&self) -> bool {
        self.text.contains("sampler2DRect")
    }

    /// Builds the audit's kernel, for a card whose float textures are all rectangles or for another one.
    pub(super) fn to_kernel_source(&self, in_rectangles: bool) -> Result<KernelSource> {
        if is_cg_name(&self.name) {
            return Ok(self.to_cg_source());
        }
        let (dialect, _) = Dialect::detect(&self.text);
        if dialect.is_es() {
            return Err(Error::data(format!(
                "{}: no card here runs GLSL ES; write the translation in GLSL 1.10 or later",
                self.name
            )));
        }
        let at = self.text.find("#version").unwrap_or(0);
        let end = self.text[at..].find('\n').map_or(self.text.len(), |line| at + line + 1);
        let (head, rest) = match self.text.contains("#version") {
            true => self.text.split_at(end),
            false => ("#version 110\n", self.text.as_str()),
        };
        // The samplers are bound but not read, since the audit calls the function alone.
        let declares_rectangles = in_rectangles && !self.reads_rectangles();
        let rest = match declares_rectangles {
            true => rest.replace("sampler2D", "sampler2DRect").replace("texture2D", "texture2DRect"),
            false => rest.to_string(),
        };
        let rest: String = rest.lines().map(|line| strip_output_qualifier(line) + "\n").collect();
        let written = self.output_name();
        let declared = if written.starts_with("gl_") { String::new() } else { format!("out vec4 {written};\n") };
        let call = &self.function.call;
        let text = format!(
            "{head}#define main audited_main\n{rest}#undef main
uniform vec2 audit_first;    // a row, and texels in a row
uniform vec2 audit_size;     // texels of the stream's texture
{declared}void main() {{
    vec2 audit_place = floor(gl_FragCoord.xy);
    float index = ((audit_place.y + audit_first.x) * audit_first.y) + audit_place.x;
    {written} = vec4(vec2({call}), 0.0, 1.0);
}}
"
        );
        Ok(self.with_includes(KernelSource::new("audit").fragment(text)))
    }

    /// Builds the audit's kernel of a text in Cg, which has a function of its own to begin with.
    fn to_cg_source(&self) -> KernelSource {
        let (text, call) = (&self.text, &self.function.call);
        let text = format!(
            "{text}
float4 audit_main(float2 audit_place : WPOS, uniform float2 audit_first, uniform float2 audit_size) : COLOR {{
    float2 audit_texel = floor(audit_place);
    float index = ((audit_texel.y + audit_first.x) * audit_first.y) + audit_texel.x;
    return float4({call}, 0, 1);
}}
"
        );
        self.with_includes(KernelSource::new("audit").fragment_cg(text, Some("audit_main")))
    }

    fn with_includes(&self, source: KernelSource) -> KernelSource {
        let includes = self.includes.iter();
        includes.fold(source, |source, (name, text)| source.include(name.clone(), text.clone()))
    }
}

fn read_kernel_text(path: &Path) -> Result<String> {
    let name = path.display();
    let bytes = read_at_most(path, MAX_FILE_BYTES).map_err(|error| Error::of_system(&name, &error))?;
    let text = decode_text(bytes).filter(|text| text.len() as u64 <= MAX_FILE_BYTES);
    text.ok_or_else(|| {
        Error::data(format!("{name}: it is not a text of {MAX_FILE_BYTES} bytes at most; is it a kernel?"))
    })
}

fn library_translation(name: &str, call: &str) -> Translation {
    Translation {
        name: "addressing.glsl".to_string(),
        text: ADDRESSING_SOURCE.to_string(),
        includes: vec![],
        function: TranslationFunction { name: name.to_string(), call: call.to_string() },
        coordinates: false,
        uniforms: vec![],
    }
}

impl TranslationFunction {
    fn find_in_text(name: &str, text: &str, function: &str) -> Result<TranslationFunction> {
        let plain: String = text
            .lines()
            .map(|line| line.split("//").next().unwrap_or("").to_string() + "\n")
            .collect();
        let [whole, float] = if is_cg_name(name) { ["int2", "float2"] } else { ["ivec2", "vec2"] };
        let parameters = find_parameters(&plain, function, whole)
            .or_else(|| find_parameters(&plain, function, float))
            .ok_or_else(|| {
                let next = "name one by --function";
                refuse_text(name, format!("no function {function} returns a {float} or an {whole}; {next}"))
            })?;
        let kinds: Vec<&str> = parameters
            .split(',')
            .filter_map(|parameter| parameter.split_whitespace().find(|word| !["in", "const"].contains(word)))
            .collect();
        let arguments = match kinds.as_slice() {
            [first] => write_index(first).map(str::to_string),
            [first, second] => write_index(first)
                .zip(write_size(second))
                .map(|(index, size)| format!("{index}, {size}")),
            _ => None,
        };
        let arguments = arguments.ok_or_else(|| {
            refuse_text(name, format!(
                "{function}({}) has no index parameter; declare it with float index, or float index, float width, or \
                 float index, {float} size",
                parameters.trim()
            ))
        })?;
        Ok(TranslationFunction { name: function.to_string(), call: format!("{function}({arguments})") })
    }
}

fn write_size(kind: &str) -> Option<&'static str> {
    match kind {
        "float" => Some("audit_size.x"),
        "int" => Some("int(audit_size.x)"),
        "vec2" | "float2" => Some("audit_size"),
        "ivec2" => Some("ivec2(audit_size)"),
        "int2" => Some("int2(audit_size)"),
        _ => None,
    }
}

fn write_index(kind: &str) -> Option<&'static str> {
    match kind {
        "float" => Some("index"),
        "int" => Some("int(index)"),
        _ => None,
    }
}

fn find_parameters<'t>(plain: &'t str, function: &str, kind: &str) -> Option<&'t str> {
    plain.match_indices(&format!("{kind} {function}")).find_map(|(at, head)| {
        let before = plain[..at].chars().next_back().is_none_or(|c| !c.is_alphanumeric() && c != '_');
        let rest = plain[at + head.len()..].trim_start().strip_prefix('(')?;
        before.then(|| rest.split(')').next()).flatten()
    })
}

fn refuse_text(name: &str, why: String) -> Error {
    Error::data(format!("{name}: {why} (see the chapter on arrays in textures)"))
}

/// Returns the names of the files that a text includes, each with both names of the text.
fn list_includes(text: &str, name: &str, known_name: &str) -> Vec<[String; 3]> {
    text.lines()
        .filter_map(|line| Some(line.trim_start().strip_prefix("#include")?.split('"').nth(1)?.to_string()))
        .map(|asked| [asked, name.to_string(), known_name.to_string()])
        .collect()
}

/// Removes from a line the qualifier that makes a global variable an output: the audit's `main` has its own.
fn strip_output_qualifier(line: &str) -> String {
    let declaration = line.trim_start();
    let rest = match declaration.strip_prefix("layout") {
        Some(layout) => layout.split_once(')').map_or(declaration, |(_, rest)| rest.trim_start()),
        None => declaration,
    };
    let rest = rest.strip_prefix("flat ").unwrap_or(rest);
    rest.strip_prefix("out ").map_or(line.to_string(), str::to_string)
}

/// Refuses a kernel with automatic uniforms of the output stream: in an audit they would describe the audit's target.
pub(super) fn refuse_output_uniforms(kernel: &Kernel) -> Result<()> {
    match kernel
        .compiled
        .automatic
        .iter()
        .find(|known: &&(String, AutomaticUniform)| known.1.stream_name().is_none())
    {
        Some((name, _)) => Err(Error::data(format!(
            "{}: its {name} is of the stream that is written, not of the audited one; pass the width or the size as a \
             parameter",
            kernel.name()
        ))),
        None => Ok(()),
    }
}

/// Creates a stream for each texture that the text declares. They are of bytes, which every card reads.
pub(super) fn create_gathered_streams(
    device: &Device,
    kernel: &Kernel,
    width: usize,
    elements: usize,
) -> Result<Vec<(String, Stream<Rgba<u8>>)>> {
    let written = kernel.compiled.interface.outputs.iter().map(|output| &output.name);
    let written: Vec<&String> = written.collect();
    let read = kernel.compiled.streams.iter().filter(|name| !written.contains(name));
    read.map(|name| Ok((name.clone(), device.empty([width, elements.div_ceil(width)])?)))
        .collect()
}
