//! Compiles a kernel's text, in any dialect of GLSL, to SPIR-V.
//!
//! Dialects that glslang compiles to SPIR-V are compiled as they are. For the others glslang checks
//! the text in its own dialect, and then a [translation](dialect::translate()) of it is compiled.
//! The driver always gets the author's text.

use super::diagnostic;
use super::dialect::{self, AcceptedText, AuthorNames, Dialect, TranslatedText};
use super::glslang::{CompileTarget, GlslangInput, Shader, ShaderProgram, kernel_names, source_error, start_glslang};
use super::{ExpandedKernel, Interface, Stage, assembly, cg, hlsl, reflect, spirv};
use gristmill_base::deep_stack::run_on_deep_stack;
use gristmill_base::error::{Error, Result};
use std::borrow::Cow;

/// A program that compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct CompiledModule {
    /// The SPIR-V of each stage, not optimized, with the names and the line numbers of the expanded text.
    pub spirv: Vec<(Stage, Vec<u32>)>,
    /// The interface of all stages together.
    pub interface: Interface,
}

/// Compiles the stages of one program and links them: a fragment kernel, a vertex and a fragment kernel, or a
/// compute kernel.
///
/// Threads may compile at the same time. glslang's own bugs are not contained: it runs in this process.
///
/// # Errors
///
/// [`Error::Source`] draws glslang's messages about the first stage that does not compile, or
/// reports why the stages do not fit together, or which declaration has a type that this library
/// cannot fill. [`Error::Limit`] if a text is too long.
pub fn compile(stages: &[&ExpandedKernel]) -> Result<CompiledModule> {
    let spirv = compile_to_spirv(stages)?;
    let interface = reflect::reflect_interface(&kernel_names(stages), &spirv)?;
    Ok(CompiledModule { spirv, interface })
}

/// Compiles stages to SPIR-V only, including programs with declarations that this library cannot fill.
///
/// # Errors
///
/// As in [`compile`], except for the declarations.
pub fn compile_to_spirv(stages: &[&ExpandedKernel]) -> Result<Vec<(Stage, Vec<u32>)>> {
    for expanded in stages {
        let length = expanded.text.len();
        if length > MAX_TEXT_BYTES {
            let thing = format!("the text of {} in bytes", expanded.name);
            return Err(Error::limit(thing, length as u128, MAX_TEXT_BYTES as u128, "split the kernel"));
        }
    }
    // glslang recurses into expressions: a sum of 10,000 terms is too deep for a thread's usual stack.
    run_on_deep_stack("glslang", || translate_here(stages))
        .unwrap_or_else(|error| Err(thread_shortage(&kernel_names(stages), &error)))
}

/// Builds the error for a compiler thread that could not start.
pub(super) fn thread_shortage(kernel: &str, error: &std::io::Error) -> Error {
    Error::shortage(format!("{kernel} was not compiled, {error}"), "threads or memory")
}

/// Longest text in bytes that is compiled. Kernels are a hundredth of it.
pub const MAX_TEXT_BYTES: usize = 1 << 18;

/// Compiles on this thread's stack.
fn translate_here(stages: &[&ExpandedKernel]) -> Result<Vec<(Stage, Vec<u32>)>> {
    start_glslang(stages)?;
    let target = if stages.iter().any(|expanded| hlsl::is_hlsl(&expanded.text)) {
        CompileTarget::Hlsl
    } else if list_glsl_stages(stages).any(|expanded| dialect::is_vulkan(&expanded.text)) {
        CompileTarget::Vulkan
    } else {
        CompileTarget::OpenGl
    };
    let mut dialects = list_glsl_stages(stages).map(|expanded| Dialect::detect(&expanded.text).0.is_es());
    let es = dialects.next().unwrap_or(false);
    let mixed = dialects.any(|other| other != es);
    let mut shaders = vec![];
    let mut authored = vec![];
    for expanded in stages {
        let (shader, names) = parse_stage(expanded, target, mixed)?;
        shaders.push(shader);
        authored.push(names);
    }
    // Dropped before the shaders, whose trees it links: locals are dropped in reverse order of declaration.
    let program = ShaderProgram::link(&shaders, stages, target)
        .map_err(|error| authored.iter().fold(error, with_author_names))?;
    let modules = stages.iter().zip(&authored).map(|(expanded, names)| {
        let mut words = program.generate_spirv(expanded)?;
        if target == CompileTarget::Hlsl {
            words = spirv::correct_hlsl(&words);
        }
        Ok((expanded.stage, dialect::restore_names(words, names)))
    });
    modules.collect()
}

/// Returns true if an expanded text is in GLSL, and not in assembly, Cg or HLSL.
fn is_glsl(text: &str) -> bool {
    !(assembly::is_program(text) || cg::is_cg(text) || hlsl::is_hlsl(text))
}

/// Lists the stages in GLSL.
fn list_glsl_stages<'s>(stages: &'s [&'s ExpandedKernel]) -> impl Iterator<Item = &'s &'s ExpandedKernel> {
    stages.iter().filter(|expanded| is_glsl(&expanded.text))
}

/// Returns the lines of a stage whose loops and indices break appendix A of GLSL ES 1.00, each with
/// glslang's message; empty for other languages and for texts that glslang rejects anyway.
pub fn appendix_a_errors(expanded: &ExpandedKernel) -> Vec<(usize, String)> {
    run_on_deep_stack("glslang", || appendix_a_errors_here(expanded)).unwrap_or_default()
}

fn appendix_a_errors_here(expanded: &ExpandedKernel) -> Vec<(usize, String)> {
    if !is_glsl(&expanded.text) || start_glslang(&[expanded]).is_err() {
        return vec![];
    }
    let (dialect, _) = Dialect::detect(&expanded.text);
    let text = dialect::use_postfix_steps(&dialect::accept_text(&expanded.text, dialect).text);
    let preamble = dialect_preamble(expanded, dialect);
    if Shader::error_log(
        expanded.stage,
        &GlslangInput { preamble: &preamble, ..GlslangInput::for_text(&text, CompileTarget::Checked) },
    )
    .is_some()
    {
        return vec![];
    }
    let log = Shader::error_log(
        expanded.stage,
        &GlslangInput { preamble: &preamble, ..GlslangInput::for_text(&text, CompileTarget::AppendixA) },
    );
    log.map_or(vec![], |log| diagnostic::parse_errors(&log))
}

/// Compiles one stage to SPIR-V, with any declarations.
pub fn compile_stage(expanded: &ExpandedKernel) -> Result<Vec<u32>> {
    Ok(translate_here(&[expanded])?.remove(0).1)
}

/// Returns the preprocessed text that a translation starts from.
#[cfg(test)]
pub fn preprocess_text(expanded: &ExpandedKernel) -> Result<String> {
    start_glslang(&[expanded])?;
    let accepted = dialect::accept_text(&expanded.text, Dialect::detect(&expanded.text).0);
    Shader::preprocess(expanded, &GlslangInput::for_text(&accepted.text, CompileTarget::Checked))
}

/// Parses a stage, directly or by its translation. Stages of GLSL and of GLSL ES only link together
/// if all of them are translated.
fn parse_stage(expanded: &ExpandedKernel, target: CompileTarget, mixed: bool) -> Result<(Shader, AuthorNames)> {
    if assembly::is_program(&expanded.text) {
        let translated = assembly::translate_interface(expanded)?;
        return parse_translation(expanded, &translated).map(|shader| (shader, translated.names));
    }
    if cg::is_cg(&expanded.text) {
        let translated = cg::translate(expanded)?;
        let shader = parse_translation(expanded, &translated);
        let shader = shader.map_err(|error| refuse_translation(error, "Cg", &translated.names))?;
        return Ok((shader, translated.names));
    }
    if hlsl::is_hlsl(&expanded.text) {
        return hlsl::parse_hlsl(expanded).map(|shader| (shader, AuthorNames::default()));
    }
    let (dialect, _) = Dialect::detect(&expanded.text);
    let accepted = dialect::accept_text(&expanded.text, dialect);
    let raised = dialect::raise_version(&accepted.text, dialect, expanded.stage);
    // glslang crashes on a compute kernel in a version that has none. An extension brings compute kernels to those versions, and is compiled by
    // raising the version.
    let readable = expanded.stage != Stage::Compute || dialect.is_es() || dialect.version >= 430;
    let own = if readable { Some(parse_as_dialect(expanded, &accepted, dialect, target, mixed)) } else { None };
    let newer = raised.filter(|_| own.as_ref().is_none_or(Result::is_err)).map(|raised| {
        let names = accepted
            .names
            .iter()
            .chain(&raised.names)
            .map(|(made, own)| (made.clone(), own.clone()));
        let text = AcceptedText { text: Cow::Owned(raised.text), names: names.collect() };
        parse_as_dialect(expanded, &text, raised.dialect, target, mixed)
    });
    match (own, newer) {
        (Some(Ok(parsed)), _) | (_, Some(Ok(parsed))) => Ok(parsed),
        (_, Some(Err(newer @ Error::NotEmulated { .. }))) | (None, Some(Err(newer))) => Err(newer),
        (Some(Err(error)), _) => Err(explain_dialect(error, expanded)),
        (None, None) => {
            let report = format!(
                "a compute kernel cannot be written in {dialect}; write #version 430 core, or #extension GL_ARB_compute_shader : enable"
            );
            Err(source_error(&expanded.name, report))
        }
    }
}

/// Returns the lines that go before a text of old desktop GLSL: extensions that every driver of the
/// time had enabled by default.
fn dialect_preamble(expanded: &ExpandedKernel, dialect: Dialect) -> String {
    let mut preamble = String::new();
    if dialect.is_es() {
        return preamble;
    }
    // Old vertex kernels could read a mip level without an extension; glslang requires one.
    if expanded.stage == Stage::Vertex && dialect.version < 130 {
        preamble += "#extension GL_ARB_shader_texture_lod : enable\n";
    }
    // ARB_texture_rectangle: texts of 1.10 and 1.20 are read as if they began with this line.
    if dialect.version < 140 {
        preamble += "#extension GL_ARB_texture_rectangle : enable\n";
    }
    preamble
}

/// Parses a stage in one dialect.
fn parse_as_dialect(
    expanded: &ExpandedKernel,
    accepted: &AcceptedText,
    dialect: Dialect,
    target: CompileTarget,
    mixed: bool,
) -> Result<(Shader, AuthorNames)> {
    let text = accepted.text.as_ref();
    let preamble = dialect_preamble(expanded, dialect);
    let wanted = GlslangInput { preamble: &preamble, ..GlslangInput::for_text(text, CompileTarget::Checked) };
    let checked = || Shader::parse(expanded, &wanted).map_err(|error| with_author_names(error, &accepted.names));
    if target == CompileTarget::Vulkan || dialect.is_direct() && !(mixed && dialect.is_es()) {
        match Shader::parse(expanded, &GlslangInput::for_text(text, target)) {
            Ok(shader) => return Ok((shader, accepted.names.clone())),
            // The dialect may have features that its SPIR-V lacks, such as gl_FragColor.
            Err(error) if target == CompileTarget::Vulkan || checked().is_err() => {
                return Err(with_author_names(error, &accepted.names));
            }
            Err(_) => {}
        }
    } else {
        checked()?;
    }
    let plain = Shader::preprocess(expanded, &GlslangInput::for_text(text, CompileTarget::Checked))?;
    let mut translated = dialect::translate(&plain, expanded.stage, dialect);
    translated.names.extend(accepted.names.clone());
    let shader = parse_translation(expanded, &translated);
    let shader = shader.map_err(|error| refuse_untranslated(error, dialect, &translated.names))?;
    Ok((shader, translated.names))
}

/// Parses a stage's translation.
fn parse_translation(expanded: &ExpandedKernel, translated: &TranslatedText) -> Result<Shader> {
    let wanted = GlslangInput {
        preamble: &translated.preamble,
        forced: Some(translated.version),
        ..GlslangInput::for_text(&translated.text, CompileTarget::OpenGl)
    };
    Shader::parse(expanded, &wanted)
}

/// Adds to an error the dialect that the text was read in, and the reason, if its author may have
/// meant another dialect.
fn explain_dialect(error: Error, expanded: &ExpandedKernel) -> Error {
    let Error::Source { kernel, report } = error else { return error };
    let (dialect, is_said) = Dialect::detect(&expanded.text);
    let signs = dialect::find_signs(&expanded.text);
    let sentence = match (signs.precision, signs.desktop) {
        (Some(precision), Some(desktop)) if dialect.is_es() && dialect.version == 100 => format!(
            "line {} has a precision, which makes it {dialect}, and line {} has {}, which OpenGL's GLSL alone has; leave one of both \
             out, or put the precision between #ifdef GL_ES and #endif",
            find_author_line(expanded, precision.line),
            find_author_line(expanded, desktop.line),
            desktop.word
        ),
        (Some(precision), _) if !dialect.is_es() && dialect.version < 130 => format!(
            "line {} has a precision, which {dialect} lacks; put it between #ifdef GL_ES and #endif, or write #version 100 if it is \
             of WebGL",
            find_author_line(expanded, precision.line)
        ),
        _ if is_said => return Error::Source { kernel, report },
        _ => {
            let reason = signs.precision.or(signs.precision_of_es).filter(|_| dialect.is_es());
            let reason = reason.map_or(String::new(), |sign| {
                format!(", because line {} has a precision", find_author_line(expanded, sign.line))
            });
            format!(
                "without #version it is {dialect}{reason}; write #version 330 core or later as its first line if it is \
                 modern GLSL"
            )
        }
    };
    Error::Source { kernel, report: format!("{report}\n{sentence}") }
}

fn find_author_line(expanded: &ExpandedKernel, line: usize) -> usize {
    expanded.locate_line(line).map_or(line, |(_, line)| line)
}

/// Puts the author's names back into an error about a translation.
fn with_author_names(error: Error, names: &AuthorNames) -> Error {
    match error {
        Error::Source { kernel, report } => {
            let report = names.iter().fold(report, |report, (made, own)| report.replace(made, own));
            Error::Source { kernel, report }
        }
        other => other,
    }
}

/// Turns the error of a translation into one about a feature that is not emulated.
fn refuse_untranslated(error: Error, dialect: Dialect, names: &AuthorNames) -> Error {
    refuse_translation(error, &dialect.to_string(), names)
}

fn refuse_translation(error: Error, language: &str, names: &AuthorNames) -> Error {
    match with_author_names(error, names) {
        Error::Source { kernel, report } => {
            let report = format!(
                "{report}
it is valid {language}, but not supported here; write it another way"
            );
            Error::NotEmulated { kernel, report }
        }
        other => other,
    }
}
