//! Kernels to SPIR-V by glslang, the reference compiler of GLSL.
//!
//! Every kernel passes here whichever machine runs it: a driver accepts more than the language has, and does
//! not say so.
//!
//! glslang's C interface is called directly, because the safe wrapper leaves out the line numbers that the
//! emulator's findings need. One target is used for all kernels: glslang keeps tables for the whole process,
//! and a second target spoils the first one's.

use super::{Expanded, Interface, Stage, diagnostic, reflect};
use crate::data::error::{Error, Result};
use glslang_sys as sys;
use std::ffi::{CStr, CString, c_char};
use std::sync::OnceLock;

/// A program that compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct Module {
    /// The SPIR-V 1.5 of each stage, not optimized, with the names and the line numbers of the expanded text.
    pub spirv: Vec<(Stage, Vec<u32>)>,
    /// What the stages have between them.
    pub interface: Interface,
}

/// Compiles the stages of one program and links them: a fragment kernel, a vertex and a fragment kernel, or a
/// compute kernel.
///
/// Threads may compile at the same time. glslang's own bugs are not contained: it runs in this process.
///
/// # Errors
///
/// [`Error::Source`] draws what glslang found in the first stage that does not compile, or says why the
/// stages do not fit together, or which declaration has a type that this library has no way to fill.
/// [`Error::Limit`] is for a text that is too long.
pub fn compile(stages: &[&Expanded]) -> Result<Module> {
    let spirv = translate(stages)?;
    let interface = reflect::interface(&names(stages), &spirv)?;
    Ok(Module { spirv, interface })
}

/// The SPIR-V alone, also of a program whose declarations this library has no way to fill.
///
/// # Errors
///
/// As [`compile`], but for the declarations.
pub fn translate(stages: &[&Expanded]) -> Result<Vec<(Stage, Vec<u32>)>> {
    for expanded in stages {
        let length = expanded.text.len();
        if length > LONGEST {
            let thing = format!("the text of {} in bytes", expanded.name);
            return Err(Error::limit(thing, length as u128, LONGEST as u128, "split the kernel"));
        }
    }
    // glslang goes down expressions by calling itself, and a sum of 10,000 terms is too deep for a thread's
    // usual stack.
    std::thread::scope(|scope| {
        let here = std::thread::Builder::new().name("glslang".to_string()).stack_size(STACK);
        let compiled = here.spawn_scoped(scope, || translate_here(stages)).map(|thread| thread.join());
        match compiled {
            Ok(Ok(result)) => result,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => Err(source(names(stages), format!("there is no thread to compile it in: {error}"))),
        }
    })
}

/// Bytes of the longest text that is compiled. Kernels are a hundredth of it.
pub const LONGEST: usize = 1 << 18;

/// Bytes of stack, of which only what is used takes memory: enough for a text of `LONGEST` that is one single
/// expression.
const STACK: usize = 1 << 28;

/// Translates on this thread's stack.
fn translate_here(stages: &[&Expanded]) -> Result<Vec<(Stage, Vec<u32>)>> {
    start(stages)?;
    let shaders = stages
        .iter()
        .map(|expanded| Shader::parse(expanded))
        .collect::<Result<Vec<_>>>()?;
    // Dropped before the shaders, whose trees it links: locals go in the opposite order of their declaration.
    let program = Program::link(&shaders, stages)?;
    stages
        .iter()
        .map(|expanded| Ok((expanded.stage, program.spirv(expanded)?)))
        .collect()
}

/// The SPIR-V of one stage, whatever it declares.
#[cfg(test)]
pub fn spirv_of(expanded: &Expanded) -> Result<Vec<u32>> {
    start(&[expanded])?;
    let shaders = [Shader::parse(expanded)?];
    let program = Program::link(&shaders, &[expanded])?;
    program.spirv(expanded)
}

/// Readies glslang, once in a process.
fn start(stages: &[&Expanded]) -> Result<()> {
    static STARTED: OnceLock<bool> = OnceLock::new();
    // SAFETY: it has no arguments, `OnceLock` calls it once, and glslang counts calls of others behind its
    // own lock.
    let started = *STARTED.get_or_init(|| unsafe { sys::glslang_initialize_process() } != 0);
    if started { Ok(()) } else { Err(source(names(stages), "glslang does not start".to_string())) }
}

/// The kernel files of a program, as errors name it.
pub fn names(stages: &[&Expanded]) -> String {
    stages
        .iter()
        .map(|expanded| expanded.name.as_str())
        .collect::<Vec<_>>()
        .join(" with ")
}

fn source(kernel: impl Into<String>, report: String) -> Error {
    Error::Source { kernel: kernel.into(), report }
}

/// A parsed stage.
struct Shader(*mut sys::glslang_shader_t);

impl Shader {
    fn parse(expanded: &Expanded) -> Result<Shader> {
        let Ok(code) = CString::new(expanded.text.as_str()) else {
            return Err(source(&expanded.name, "the text has a zero byte; remove it".to_string()));
        };
        let input = sys::glslang_input_t {
            language: sys::glslang_source_t::GLSL,
            stage: stage(expanded.stage),
            client: sys::glslang_client_t::OpenGL,
            client_version: sys::glslang_target_client_version_t::OpenGL450,
            target_language: sys::glslang_target_language_t::SPIRV,
            target_language_version: sys::glslang_target_language_version_t::SPIRV1_5,
            code: code.as_ptr(),
            default_version: 430,
            default_profile: sys::glslang_profile_t::Core,
            force_default_version_and_profile: 0,
            forward_compatible: 0,
            messages: sys::glslang_messages_t::SPV_RULES
                | sys::glslang_messages_t::DEBUG_INFO
                | sys::glslang_messages_t::DISPLAY_ERROR_COLUMN,
            resource: &LIMITS,
            // No callbacks: an #include that is left in the text is an error, and no file is read.
            callbacks: sys::glsl_include_callbacks_t {
                include_system: None,
                include_local: None,
                free_include_result: None,
            },
            callbacks_ctx: std::ptr::null_mut(),
        };
        let automatic =
            sys::glslang_shader_options_t::AUTO_MAP_BINDINGS | sys::glslang_shader_options_t::AUTO_MAP_LOCATIONS;
        // SAFETY: `input` is whole and it, `code` and `LIMITS` outlive every call here; glslang copies the
        // text on `set_preprocessed_code` and keeps no pointer to the rest. The shader is checked for null
        // before it is used.
        unsafe {
            let shader = Shader(sys::glslang_shader_create(&input));
            if shader.0.is_null() {
                return Err(source(&expanded.name, "glslang has no memory for it".to_string()));
            }
            sys::glslang_shader_set_options(shader.0, automatic.0);
            // Parsing reads the "preprocessed" text, and preprocesses it again. Given the original there, its
            // columns are the author's.
            sys::glslang_shader_set_preprocessed_code(shader.0, code.as_ptr());
            if sys::glslang_shader_parse(shader.0, &input) == 0 {
                let log = text(sys::glslang_shader_get_info_log(shader.0));
                return Err(source(&expanded.name, diagnostic::report(expanded, &log)));
            }
            Ok(shader)
        }
    }
}

impl Drop for Shader {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `glslang_shader_create` and is deleted here alone; null is allowed.
        unsafe { sys::glslang_shader_delete(self.0) }
    }
}

/// Stages linked into a program.
struct Program<'shaders> {
    pointer: *mut sys::glslang_program_t,
    /// The program points into its shaders.
    _shaders: &'shaders [Shader],
}

impl<'shaders> Program<'shaders> {
    fn link(shaders: &'shaders [Shader], stages: &[&Expanded]) -> Result<Program<'shaders>> {
        let messages = sys::glslang_messages_t::SPV_RULES | sys::glslang_messages_t::VALIDATE_CROSS_STAGE_IO;
        // SAFETY: the program is checked for null; its shaders are alive as long as it, by its lifetime;
        // `map_io` follows `link`, as it must.
        unsafe {
            let program = Program { pointer: sys::glslang_program_create(), _shaders: shaders };
            if program.pointer.is_null() {
                return Err(source(names(stages), "glslang has no memory for it".to_string()));
            }
            for shader in shaders {
                sys::glslang_program_add_shader(program.pointer, shader.0);
            }
            if sys::glslang_program_link(program.pointer, messages.0) == 0
                || sys::glslang_program_map_io(program.pointer) == 0
            {
                let log = text(sys::glslang_program_get_info_log(program.pointer));
                return Err(source(names(stages), link_report(stages, &log)));
            }
            Ok(program)
        }
    }

    /// The SPIR-V of one stage.
    fn spirv(&self, expanded: &Expanded) -> Result<Vec<u32>> {
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
        // SAFETY: the program is linked and has this stage; `words` is as long as glslang says that its words
        // are.
        unsafe {
            sys::glslang_program_SPIRV_generate_with_options(self.pointer, stage(expanded.stage), &mut options);
            let mut words = vec![0; sys::glslang_program_SPIRV_get_size(self.pointer)];
            if words.is_empty() {
                let log = text(sys::glslang_program_SPIRV_get_messages(self.pointer));
                return Err(source(&expanded.name, diagnostic::report(expanded, &log)));
            }
            sys::glslang_program_SPIRV_get(self.pointer, words.as_mut_ptr());
            Ok(words)
        }
    }
}

impl Drop for Program<'_> {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `glslang_program_create` and is deleted here alone; null is allowed.
        unsafe { sys::glslang_program_delete(self.pointer) }
    }
}

/// Why stages do not fit together. Such messages name no line.
fn link_report(stages: &[&Expanded], log: &str) -> String {
    let plain = |line: &str| {
        let line = line.strip_prefix("ERROR: ").unwrap_or(line).trim_end().to_string();
        let stage = stages
            .iter()
            .find(|expanded| line.starts_with(&format!("Linking {} stage: Missing entry", expanded.stage)));
        stage.map_or(line, |expanded| format!("{} has no function void main()", expanded.name))
    };
    let lines: Vec<String> = log.lines().filter(|line| !line.trim().is_empty()).map(plain).collect();
    if lines.is_empty() {
        "glslang does not say why its stages do not fit together".to_string()
    } else {
        lines.join("\n")
    }
}

fn stage(stage: Stage) -> sys::glslang_stage_t {
    match stage {
        Stage::Vertex => sys::glslang_stage_t::Vertex,
        Stage::Fragment => sys::glslang_stage_t::Fragment,
        Stage::Compute => sys::glslang_stage_t::Compute,
    }
}

/// A log of glslang's, copied.
///
/// # Safety
///
/// `log` is null or a C string that lives through the call.
unsafe fn text(log: *const c_char) -> String {
    if log.is_null() {
        return String::new();
    }
    // SAFETY: not null, and a C string by this function's own condition.
    unsafe { CStr::from_ptr(log) }.to_string_lossy().into_owned()
}

/// What a kernel may use, as far as glslang minds: at least what any driver has. The device's own limits are
/// checked against the interface, with both numbers.
static LIMITS: sys::glslang_resource_t = limits();

const fn limits() -> sys::glslang_resource_t {
    // SAFETY: the struct is C integers, C booleans and a union of two integers; all of them may be zero.
    // (What is left at zero is of stages that this library does not have.)
    let mut limits: sys::glslang_resource_t = unsafe { std::mem::zeroed() };
    limits.max_clip_planes = 8;
    limits.max_clip_distances = 8;
    limits.max_cull_distances = 8;
    limits.max_combined_clip_and_cull_distances = 8;
    limits.max_vertex_attribs = 64;
    limits.max_draw_buffers = 32;
    limits.__bindgen_anon_1.max_dual_source_draw_buffers_ext = 1;
    limits.min_program_texel_offset = -64;
    limits.max_program_texel_offset = 63;
    limits.max_samples = 64;
    limits.max_viewports = 16;

    limits.max_vertex_uniform_components = 1 << 20;
    limits.max_fragment_uniform_components = 1 << 20;
    limits.max_compute_uniform_components = 1 << 20;
    limits.max_vertex_uniform_vectors = 1 << 18;
    limits.max_fragment_uniform_vectors = 1 << 18;
    limits.max_varying_floats = 1024;
    limits.max_varying_components = 1024;
    limits.max_varying_vectors = 256;
    limits.max_vertex_output_components = 1024;
    limits.max_vertex_output_vectors = 256;
    limits.max_fragment_input_components = 1024;
    limits.max_fragment_input_vectors = 256;

    limits.max_texture_image_units = 256;
    limits.max_vertex_texture_image_units = 256;
    limits.max_compute_texture_image_units = 256;
    limits.max_combined_texture_image_units = 1024;
    limits.max_image_units = 256;
    limits.max_image_samples = 64;
    limits.max_vertex_image_uniforms = 256;
    limits.max_fragment_image_uniforms = 256;
    limits.max_compute_image_uniforms = 256;
    limits.max_combined_image_uniforms = 1024;
    limits.max_combined_image_units_and_fragment_outputs = 1024;
    limits.max_combined_shader_output_resources = 1024;

    limits.max_atomic_counter_bindings = 64;
    limits.max_atomic_counter_buffer_size = 1 << 20;
    limits.max_combined_atomic_counters = 1 << 16;
    limits.max_combined_atomic_counter_buffers = 64;
    limits.max_vertex_atomic_counters = 1 << 16;
    limits.max_vertex_atomic_counter_buffers = 64;
    limits.max_fragment_atomic_counters = 1 << 16;
    limits.max_fragment_atomic_counter_buffers = 64;
    limits.max_compute_atomic_counters = 1 << 16;
    limits.max_compute_atomic_counter_buffers = 64;

    limits.max_compute_work_group_count_x = i32::MAX;
    limits.max_compute_work_group_count_y = i32::MAX;
    limits.max_compute_work_group_count_z = i32::MAX;
    limits.max_compute_work_group_size_x = 1 << 16;
    limits.max_compute_work_group_size_y = 1 << 16;
    limits.max_compute_work_group_size_z = 1 << 16;
    limits.limits = sys::glslang_limits_t::default();
    limits
}
