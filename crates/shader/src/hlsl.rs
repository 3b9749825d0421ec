//! Compute kernels in HLSL: expanded as Cg is, and read by glslang.
//!
//! An expanded text says in its first line, a `#pragma`, with which function it begins, as a text in
//! Cg does. Programs in Direct3D 9's HLSL have no compute stage: the crate `gristmill-cg` reads them.

use super::callers::without_comments;
use super::cg::{expand_files, mark_text};
use super::dialect::find_word;
use super::expanded_kernel::{ExpandedKernel, SourceFile};
use super::glslang::{CompileTarget, GlslangInput, Shader, source_error};
use super::{Stage, diagnostic};
use gristmill_base::error::{Error, Result};
use gristmill_base::includes::IncludeLookup;

/// The beginning of an expanded text.
const MARK: &str = "#pragma gristmill_hlsl";

/// The attribute that makes a function a compute kernel.
const GROUP_ATTRIBUTE: &str = "numthreads";

/// A function of HLSL that glslang reads as nothing, by one that it reads.
const PREAMBLE: &str = "#define InterlockedCompareStore(place, expected, stored) \
    { uint before_the_store; InterlockedCompareExchange(place, expected, stored, before_the_store); }\n";

/// Words of HLSL that glslang does not read: integers and floats of other sizes, templates, and what came with HLSL 2021.
const NEWER_WORDS: [&str; 15] = [
    "int64_t",
    "uint64_t",
    "float16_t",
    "int16_t",
    "uint16_t",
    "int32_t",
    "uint32_t",
    "float32_t",
    "template",
    "typename",
    "operator",
    "enum",
    "select",
    "unsigned",
    "ResourceDescriptorHeap",
];

/// Returns true if a file is a compute kernel in HLSL: its name ends with `.hlsl`, and a function has `[numthreads]`.
///
/// ```
/// use gristmill_shader::is_hlsl_compute;
/// let text = "[numthreads(64, 1, 1)] void main() {}";
/// assert!(is_hlsl_compute("clear.hlsl", text) && !is_hlsl_compute("clear.cg", text));
/// assert!(!is_hlsl_compute("red.hlsl", "float4 main() : COLOR { return 1; }"));
/// ```
pub fn is_hlsl_compute(name: &str, text: &str) -> bool {
    let is_named = name
        .rsplit_once('.')
        .is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("hlsl"));
    is_named && !list_hlsl_entries(text).is_empty()
}

/// Returns the names of the compute kernels of a text in HLSL, in its order.
///
/// ```
/// use gristmill_shader::list_hlsl_entries;
/// let text = "[numthreads(64, 1, 1)] void Sum(uint i : SV_GroupIndex) {}
/// // [numthreads(8, 8, 1)] void Old() {}
/// [RootSignature(\"CBV(b0)\")] [ numthreads(8, 8, 1) ] [WaveSize(32)] void Blur() {}";
/// assert_eq!(list_hlsl_entries(text), ["Sum", "Blur"]);
/// ```
pub fn list_hlsl_entries(text: &str) -> Vec<String> {
    find_entries(text).into_iter().map(|entry| entry.name).collect()
}

/// Returns the lanes of a wave that an expanded compute kernel in HLSL asks for by `[WaveSize(N)]`.
///
/// ```
/// use gristmill_shader::{SourceFile, expand_hlsl, find_wave_size};
/// let text = "[WaveSize(16)] [numthreads(64, 1, 1)] void Sum() {} [numthreads(1, 1, 1)] void One() {}";
/// let file = SourceFile { name: "sum.hlsl".into(), text: text.into() };
/// assert_eq!(find_wave_size(&expand_hlsl(&file, Some("Sum"), &|_| None, &[])?), Some(16));
/// assert_eq!(find_wave_size(&expand_hlsl(&file, Some("One"), &|_| None, &[])?), None);
/// # Ok::<(), gristmill_base::error::Error>(())
/// ```
pub fn find_wave_size(expanded: &ExpandedKernel) -> Option<u32> {
    let entry = read_entry(&expanded.text)?;
    let entries = find_entries(&expanded.text);
    entries.into_iter().find(|known| known.name == entry)?.wave_size
}

/// Returns the function with which an expanded text begins.
fn read_entry(text: &str) -> Option<&str> {
    text.lines().next()?.strip_prefix(MARK).map(str::trim)
}

/// A compute kernel's function and its attribute.
struct HlslEntry {
    name: String,
    wave_size: Option<u32>,
}

fn find_entries(text: &str) -> Vec<HlslEntry> {
    let code = without_comments(text);
    let mut entries = vec![];
    for (at, _) in code.match_indices(GROUP_ATTRIBUTE) {
        let is_attribute = code[..at].trim_end().ends_with('[');
        let Some((_, rest)) = code[at..].split_once(']').filter(|_| is_attribute) else { continue };
        let function = skip_attributes(rest);
        let head = function.split('(').next().unwrap_or("");
        // The attributes stand between the function and the end of what is before it.
        let attributes = &code[..code.len() - function.len()];
        let attributes = &attributes[attributes.rfind([';', '}']).unwrap_or(0)..];
        if let Some(name) = head.split_whitespace().last().filter(|name| is_name(name)) {
            entries.push(HlslEntry { name: name.to_string(), wave_size: read_wave_size(attributes) });
        }
    }
    entries
}

/// Returns the number in `WaveSize(N)`, the smallest where it is a range.
fn read_wave_size(attributes: &str) -> Option<u32> {
    let (_, rest) = attributes.split_once("WaveSize")?;
    let numbers = rest.trim_start().strip_prefix('(')?;
    numbers.split([',', ')']).next()?.trim().parse().ok()
}

/// Returns a text from behind the attributes that it begins with.
fn skip_attributes(mut text: &str) -> &str {
    while let Some(attribute) = text.trim_start().strip_prefix('[') {
        text = attribute.split_once(']').map_or("", |(_, rest)| rest);
    }
    text
}

fn is_name(word: &str) -> bool {
    word.chars().all(is_name_letter)
}

fn is_name_letter(letter: char) -> bool {
    letter == '_' || letter.is_ascii_alphanumeric()
}

/// Expands a compute kernel, which begins with the function of that name, or with the only one that has `[numthreads]`.
///
/// # Errors
/// [`Error::Source`] draws the first error of the preprocessor. [`Error::Call`] lists the functions if none of that name
/// is there, or if there are several.
pub fn expand_hlsl(
    file: &SourceFile,
    entry: Option<&str>,
    includes: &IncludeLookup,
    defines: &[(String, String)],
) -> Result<ExpandedKernel> {
    let expanded = expand_files(file, includes, defines)?;
    let entry = choose_entry(&file.name, &expanded.text, entry)?;
    Ok(mark_text(file, Stage::Compute, &format!("{MARK} {entry}\n"), expanded))
}

/// Returns the function with which a kernel begins.
fn choose_entry(name: &str, text: &str, chosen: Option<&str>) -> Result<String> {
    let entries = list_hlsl_entries(text);
    let known = entries.join(", ");
    match (chosen, entries.as_slice()) {
        (Some(chosen), _) if entries.iter().any(|entry| entry == chosen) => Ok(chosen.to_string()),
        (_, []) => {
            let sentence = "no function has the attribute of a compute kernel; write [numthreads(64, 1, 1)] before it";
            Err(Error::call(name, sentence))
        }
        (Some(chosen), _) => Err(Error::call(name, format!("there is no entry point {chosen}; there is {known}"))),
        (None, [only]) => Ok(only.clone()),
        (None, _) => {
            Err(Error::call(name, format!("it has the entry points {known}; choose one by --entry {}", entries[0])))
        }
    }
}

/// Returns true if an expanded text is a compute kernel in HLSL.
pub fn is_hlsl(text: &str) -> bool {
    text.starts_with(MARK)
}

/// Parses an expanded text.
pub(super) fn parse_hlsl(expanded: &ExpandedKernel) -> Result<Shader> {
    if cfg!(target_family = "wasm") {
        let report = "the page reads no compute kernels in HLSL; the command does: gristmill check FILE.hlsl";
        return Err(source_error(&expanded.name, report.to_string()));
    }
    let entry = read_entry(&expanded.text).unwrap_or("main");
    refuse_misread(expanded)?;
    let input =
        GlslangInput { entry, preamble: PREAMBLE, ..GlslangInput::for_text(&expanded.text, CompileTarget::Hlsl) };
    Shader::parse(expanded, &input).map_err(|error| explain_newer_words(error, &expanded.text))
}

/// Refuses what glslang would read as something else, without a word.
fn refuse_misread(expanded: &ExpandedKernel) -> Result<()> {
    let call = expanded.text.find(".InterlockedCompareStore");
    let line = call.map(|at| 1 + expanded.text[..at].matches('\n').count());
    let misread = line.map(|line| (line, "InterlockedCompareStore", "of a buffer write InterlockedCompareExchange"));
    let misread = misread.or_else(|| {
        let line = find_buffer_length(&expanded.text)?;
        Some((line, "GetDimensions", "of a ByteAddressBuffer it would be in words: give its length as a constant"))
    });
    let Some((line, word, way)) = misread else { return Ok(()) };
    let message = format!("{word} is not read here; {way}");
    let report = match expanded.locate_line(line) {
        Some((file, line)) => diagnostic::draw_message(file, line, None, &message),
        None => message,
    };
    Err(Error::NotEmulated { kernel: expanded.name.clone(), report })
}

/// Returns the line that asks for the length of a `ByteAddressBuffer`.
fn find_buffer_length(text: &str) -> Option<usize> {
    for (at, declared) in text.match_indices("ByteAddressBuffer") {
        let name: String = text[at + declared.len()..]
            .trim_start()
            .chars()
            .take_while(|letter| is_name_letter(*letter))
            .collect();
        let words = format!("{name}.GetDimensions");
        let mut calls = text
            .match_indices(&words)
            .filter(|(at, _)| !text[..*at].ends_with(is_name_letter));
        if let Some((call, _)) = calls.next().filter(|_| !name.is_empty()) {
            return Some(1 + text[..call].matches('\n').count());
        }
    }
    None
}

/// Adds to an error the first word of a newer HLSL than glslang reads, and the way round.
fn explain_newer_words(error: Error, text: &str) -> Error {
    let newer = NEWER_WORDS.into_iter().find(|word| find_word(text, word).is_some());
    match (error, newer) {
        (Error::Source { kernel, report }, Some(word)) => {
            let way = "compile it by dxc -spirv and give the module, FILE.spv";
            Error::Source {
                kernel,
                report: format!("{report}\n{word} is of a newer HLSL than glslang reads here; {way}"),
            }
        }
        (error, _) => error,
    }
}
