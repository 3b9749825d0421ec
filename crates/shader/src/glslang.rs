//! Compiles kernels to SPIR-V by glslang, the reference compiler of GLSL.
//!
//! Every kernel is compiled here whichever backend runs it: drivers accept more than the language
//! has, without a warning.
//!
//! glslang's C interface is called directly, because the safe wrapper leaves out the line numbers
//! that the emulator's findings need. glslang keeps tables for the whole process, one for each
//! version, profile and kind of target, so texts of all dialects can be compiled in one process. A
//! version without SPIR-V is never compiled to it, since glslang would silently use another version
//! then, and a table that nothing else uses.

mod limits;

use super::dialect::{Dialect, find_name};
use super::{ExpandedKernel, Stage, diagnostic};
use glslang_sys as sys;
use gristmill_base::error::{Error, Result};
use limits::{APPENDIX_A, LIMITS};
use std::ffi::{CStr, CString, c_char};
use std::sync::OnceLock;

/// Initialises glslang, once per process.
pub(super) fn start_glslang(stages: &[&ExpandedKernel]) -> Result<()> {
    static STARTED: OnceLock<bool> = OnceLock::new();
    // SAFETY: the function has no arguments, `OnceLock` calls it once, and glslang counts other callers under its own lock.
    let started = *STARTED.get_or_init(|| unsafe { sys::glslang_initialize_process() } != 0);
    if started { Ok(()) } else { Err(source_error(kernel_names(stages), "glslang does not start".to_string())) }
}

/// Returns the kernel files of a program, as errors name it.
pub fn kernel_names(stages: &[&ExpandedKernel]) -> String {
    stages
        .iter()
        .map(|expanded| expanded.name.as_str())
        .collect::<Vec<_>>()
        .join(" with ")
}

pub(super) fn source_error(kernel: impl Into<String>, report: String) -> Error {
    Error::Source { kernel: kernel.into(), report }
}

/// The purpose of parsing a text: to compile or to check it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CompileTarget {
    /// Compile to SPIR-V for OpenGL.
    OpenGl,
    /// Compile to SPIR-V for Vulkan.
    Vulkan,
    /// Compile a compute kernel in HLSL to SPIR-V.
    Hlsl,
    /// Only check it in its own dialect, of any version.
    Checked,
    /// Only check its loops and indices against appendix A of GLSL ES 1.00.
    AppendixA,
}

/// The input of glslang.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlslangInput<'t> {
    pub text: &'t str,
    /// Lines before the text; they do not count as lines of the text.
    pub preamble: &'t str,
    /// The version of the core profile to use instead of the text's own.
    pub forced: Option<u32>,
    pub target: CompileTarget,
    /// The function with which it begins; GLSL has `main` alone.
    pub entry: &'t str,
}

impl<'t> GlslangInput<'t> {
    /// Builds the input for a text without preamble.
    pub(super) fn for_text(text: &'t str, target: CompileTarget) -> GlslangInput<'t> {
        GlslangInput { text, preamble: "", forced: None, target, entry: "main" }
    }
}

/// The reason why a text was not parsed.
enum ParseFailure {
    Plain(String),
    /// Messages with line numbers.
    Log(String),
}

impl ParseFailure {
    /// Turns it into the error of a kernel, drawn at its lines.
    fn into_error(self, expanded: &ExpandedKernel) -> Error {
        match self {
            ParseFailure::Plain(sentence) => source_error(&expanded.name, sentence),
            ParseFailure::Log(log) => source_error(&expanded.name, diagnostic::draw_log(expanded, &log)),
        }
    }
}

/// A parsed stage.
pub(super) struct Shader(*mut sys::glslang_shader_t);

impl Shader {
    /// Parses a stage; messages are drawn at the lines of the kernel.
    pub(super) fn parse(expanded: &ExpandedKernel, wanted: &GlslangInput) -> Result<Shader> {
        let read = Shader::parse_or_preprocess(expanded.stage, wanted, false);
        read.map(|(shader, _)| shader).map_err(|refused| refused.into_error(expanded))
    }

    /// Returns glslang's log about a text, unchanged; `None` if the text is correct.
    pub(super) fn error_log(stage: Stage, wanted: &GlslangInput) -> Option<String> {
        match Shader::parse_or_preprocess(stage, wanted, false) {
            Ok(_) => None,
            Err(ParseFailure::Plain(sentence) | ParseFailure::Log(sentence)) => Some(sentence),
        }
    }

    /// Returns a text with its macros expanded, each line in its place.
    pub(super) fn preprocess(expanded: &ExpandedKernel, wanted: &GlslangInput) -> Result<String> {
        let read = Shader::parse_or_preprocess(expanded.stage, wanted, true);
        read.map(|(_, text)| text).map_err(|refused| refused.into_error(expanded))
    }

    /// Parses a text, or only preprocesses it.
    fn parse_or_preprocess(
        of: Stage,
        wanted: &GlslangInput,
        preprocessed: bool,
    ) -> Result<(Shader, String), ParseFailure> {
        let texts = [wanted.text, wanted.preamble, wanted.entry].map(CString::new);
        let [Ok(code), Ok(preamble), Ok(entry)] = texts else {
            return Err(ParseFailure::Plain("the text has a zero byte; remove it".to_string()));
        };
        let spirv = sys::glslang_messages_t::SPV_RULES | sys::glslang_messages_t::DEBUG_INFO;
        let (client, language, messages) = match wanted.target {
            CompileTarget::OpenGl => (sys::glslang_client_t::OpenGL, sys::glslang_target_language_t::SPIRV, spirv),
            CompileTarget::Vulkan | CompileTarget::Hlsl => {
                let messages = spirv | sys::glslang_messages_t::VULKAN_RULES;
                (sys::glslang_client_t::Vulkan, sys::glslang_target_language_t::SPIRV, messages)
            }
            CompileTarget::Checked => {
                (sys::glslang_client_t::None, sys::glslang_target_language_t::None, sys::glslang_messages_t::DEFAULT)
            }
            // By default glslang stops at the first mistake.
            CompileTarget::AppendixA => {
                let messages = sys::glslang_messages_t::CASCADING_ERRORS;
                (sys::glslang_client_t::None, sys::glslang_target_language_t::None, messages)
            }
        };
        let is_hlsl = wanted.target == CompileTarget::Hlsl;
        let vulkan = is_hlsl || wanted.target == CompileTarget::Vulkan;
        let input = sys::glslang_input_t {
            language: if is_hlsl { sys::glslang_source_t::HLSL } else { sys::glslang_source_t::GLSL },
            stage: glslang_stage(of),
            client,
            client_version: match vulkan {
                true => sys::glslang_target_client_version_t::Vulkan1_2,
                false => sys::glslang_target_client_version_t::OpenGL450,
            },
            target_language: language,
            target_language_version: sys::glslang_target_language_version_t::SPIRV1_5,
            code: code.as_ptr(),
            default_version: wanted.forced.unwrap_or(Dialect::detect(wanted.text).0.version) as i32,
            default_profile: match wanted.forced {
                Some(_) => sys::glslang_profile_t::Core,
                None => sys::glslang_profile_t::None,
            },
            force_default_version_and_profile: wanted.forced.is_some().into(),
            forward_compatible: 0,
            messages: messages | sys::glslang_messages_t::DISPLAY_ERROR_COLUMN,
            resource: if wanted.target == CompileTarget::AppendixA { &APPENDIX_A } else { &LIMITS },
            // No callbacks: a remaining #include is an error, and no file is read.
            callbacks: sys::glsl_include_callbacks_t {
                include_system: None,
                include_local: None,
                free_include_result: None,
            },
            callbacks_ctx: std::ptr::null_mut(),
        };
        let automatic =
            sys::glslang_shader_options_t::AUTO_MAP_BINDINGS | sys::glslang_shader_options_t::AUTO_MAP_LOCATIONS;
        // SAFETY: `input` is complete, and it, `code`, `preamble` and the limits outlive every call here that reads them; glslang copies the text in
        // `set_preprocessed_code` and the name in `set_entry_point`, reads the preamble only while it parses. The shader is checked for null before it is used.
        unsafe {
            let shader = Shader(sys::glslang_shader_create(&input));
            if shader.0.is_null() {
                return Err(ParseFailure::Plain("glslang has no memory for it".to_string()));
            }
            if preprocessed {
                if sys::glslang_shader_preprocess(shader.0, &input) == 0 {
                    let log = copy_log(sys::glslang_shader_get_info_log(shader.0));
                    return Err(ParseFailure::Log(log));
                }
                let code = copy_log(sys::glslang_shader_get_preprocessed_code(shader.0));
                return Ok((shader, code));
            }
            if is_hlsl {
                sys::glslang_shader_set_entry_point(shader.0, entry.as_ptr());
            }
            if !matches!(wanted.target, CompileTarget::Checked | CompileTarget::AppendixA) {
                sys::glslang_shader_set_options(shader.0, automatic.0);
            }
            sys::glslang_shader_set_preamble(shader.0, preamble.as_ptr());
            // Parsing reads the "preprocessed" text, and preprocesses it again. With the original there, columns are the author's.
            sys::glslang_shader_set_preprocessed_code(shader.0, code.as_ptr());
            if sys::glslang_shader_parse(shader.0, &input) == 0 {
                let log = copy_log(sys::glslang_shader_get_info_log(shader.0));
                return Err(ParseFailure::Log(log));
            }
            Ok((shader, String::new()))
        }
    }
}

impl Drop for Shader {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `glslang_shader_create` and is deleted only here; null is allowed.
        unsafe { sys::glslang_shader_delete(self.0) }
    }
}

/// Stages linked into a program.
pub(super) struct ShaderProgram<'shaders> {
    pointer: *mut sys::glslang_program_t,
    /// The program points into its shaders.
    _shaders: &'shaders [Shader],
}

impl<'shaders> ShaderProgram<'shaders> {
    /// Links shaders for a target.
    pub(super) fn link(
        shaders: &'shaders [Shader],
        stages: &[&ExpandedKernel],
        target: CompileTarget,
    ) -> Result<ShaderProgram<'shaders>> {
        let rules = match target {
            CompileTarget::Vulkan | CompileTarget::Hlsl => {
                sys::glslang_messages_t::SPV_RULES | sys::glslang_messages_t::VULKAN_RULES
            }
            _ => sys::glslang_messages_t::SPV_RULES,
        };
        let messages = rules | sys::glslang_messages_t::VALIDATE_CROSS_STAGE_IO;
        // SAFETY: the program is checked for null; its shaders live as long as it does, by its lifetime; mapping follows `link`, as required, once
        // the program has the stage that the resolver is created for.
        unsafe {
            let program = ShaderProgram { pointer: sys::glslang_program_create(), _shaders: shaders };
            if program.pointer.is_null() {
                return Err(source_error(kernel_names(stages), "glslang has no memory for it".to_string()));
            }
            for shader in shaders {
                sys::glslang_program_add_shader(program.pointer, shader.0);
            }
            // Locations are assigned as by OpenGL's linker: stages match by name, and explicit locations are kept.
            let mapped = |first: &&ExpandedKernel| {
                let resolver = sys::glslang_glsl_resolver_create(program.pointer, glslang_stage(first.stage));
                let mapper = sys::glslang_glsl_mapper_create();
                let mapped = sys::glslang_program_map_io_with_resolver_and_mapper(program.pointer, resolver, mapper);
                sys::glslang_glsl_mapper_delete(mapper);
                sys::glslang_glsl_resolver_delete(resolver);
                mapped != 0
            };
            let is_linked = sys::glslang_program_link(program.pointer, messages.0) != 0;
            let is_mapped = match target {
                CompileTarget::Hlsl => is_linked && sys::glslang_program_map_io(program.pointer) != 0,
                _ => is_linked && stages.first().is_none_or(mapped),
            };
            if !is_mapped {
                let log = copy_log(sys::glslang_program_get_info_log(program.pointer));
                return Err(source_error(kernel_names(stages), link_report(stages, &log)));
            }
            Ok(program)
        }
    }

    /// Returns the SPIR-V of one stage.
    pub(super) fn generate_spirv(&self, expanded: &ExpandedKernel) -> Result<Vec<u32>> {
        let mut options = sys::glslang_spv_options_t {
            generate_debug_info: true,
            strip_debug_info: false,
            disable_optimizer: true,
            optimize_size: false,
            optimize_performance: false,
            disassemble: false,
            validate: false,
            emit_nonsemantic_shader_debug_info: false,
            emit_nonsemantic_shader_debug_source: false,
            compile_only: false,
            optimize_allow_expanded_id_bound: false,
            compiler_signature: std::ptr::null(),
            command_line_arguments: std::ptr::null(),
            current_working_directory: std::ptr::null(),
        };
        // SAFETY: the program is linked and has this stage; `words` has the size that glslang reports.
        unsafe {
            sys::glslang_program_SPIRV_generate_with_options(self.pointer, glslang_stage(expanded.stage), &mut options);
            let mut words = vec![0; sys::glslang_program_SPIRV_get_size(self.pointer)];
            if words.is_empty() {
                let log = copy_log(sys::glslang_program_SPIRV_get_messages(self.pointer));
                return Err(source_error(&expanded.name, diagnostic::draw_log(expanded, &log)));
            }
            sys::glslang_program_SPIRV_get(self.pointer, words.as_mut_ptr());
            Ok(words)
        }
    }
}

impl Drop for ShaderProgram<'_> {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `glslang_program_create` and is deleted only here; null is allowed.
        unsafe { sys::glslang_program_delete(self.pointer) }
    }
}

/// Explains why stages do not link. Such messages have no line numbers.
fn link_report(stages: &[&ExpandedKernel], log: &str) -> String {
    const NO_BODY: &str = "No function definition (body) found:";
    let mut report: Vec<String> = vec![];
    let mut lines = log.lines().map(str::trim).filter(|line| !line.is_empty());
    while let Some(line) = lines.next() {
        let line = line.strip_prefix("ERROR: ").unwrap_or(line);
        report.push(match line.ends_with(NO_BODY).then(|| lines.next()).flatten() {
            Some(function) => explain_no_body(stages, function),
            None => explain_no_main(stages, line).unwrap_or(line.to_string()),
        });
    }
    report.dedup();
    if report.is_empty() {
        return "the stages do not link, and glslang gave no reason".to_string();
    }
    report.join("\n")
}

/// Explains that a function has no body, from glslang's name for it, such as `getData(s21;`.
fn explain_no_body(stages: &[&ExpandedKernel], function: &str) -> String {
    let name = function.split('(').next().unwrap_or(function);
    let message = format!("'{name}' : this function has no body; define it, or include the file that does");
    let place = stages
        .iter()
        .find_map(|expanded| expanded.locate_line(find_name(&expanded.text, name)?));
    place.map_or(message.clone(), |(file, line)| diagnostic::draw_message(file, line, None, &message))
}

/// Explains that a stage has no entry point, if a line of glslang's log is about that.
fn explain_no_main(stages: &[&ExpandedKernel], line: &str) -> Option<String> {
    let ExpandedKernel { name, text, .. } = stages
        .iter()
        .find(|expanded| line.starts_with(&format!("Linking {} stage: Missing entry", expanded.stage)))?;
    let shadertoy = find_name(text, "mainImage").map_or(
        "",
        |_| "; Shadertoy calls mainImage: add void main() { mainImage(gl_FragColor, gl_FragCoord.xy); } for it",
    );
    Some(format!("{name} has no function void main(){shadertoy}"))
}

fn glslang_stage(stage: Stage) -> sys::glslang_stage_t {
    match stage {
        Stage::Vertex => sys::glslang_stage_t::Vertex,
        Stage::Fragment => sys::glslang_stage_t::Fragment,
        Stage::Compute => sys::glslang_stage_t::Compute,
    }
}

/// Copies a log of glslang.
///
/// # Safety
///
/// `log` is null or a C string that lives through the call.
unsafe fn copy_log(log: *const c_char) -> String {
    if log.is_null() {
        return String::new();
    }
    // SAFETY: not null, and a C string by this function's own condition.
    unsafe { CStr::from_ptr(log) }.to_string_lossy().into_owned()
}
