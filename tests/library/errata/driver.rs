//! The answers of the driver, asked without the library.

use crate::host::Host;
use crate::machine::skip;
use glow::HasContext;
use gristmill::{Device, Era, MachineChoice};
use std::ffi::c_void;

/// A context of the test's own with its functions; none where there is no driver of OpenGL 4.3.
pub fn context() -> Option<(Host, glow::Context)> {
    if let Err(error) = Device::choose(Era::Compute, MachineChoice::Driver) {
        skip(&error.to_string());
        return None;
    }
    let host = Host::open(4, 3).unwrap_or_else(|error| panic!("{error}"));
    // SAFETY: the context is current.
    let gl = unsafe { glow::Context::from_loader_function(|name| host.address(name)) };
    Some((host, gl))
}

/// A shader, and what was said of it.
fn shader(gl: &glow::Context, text: &str) -> (glow::Shader, bool, String) {
    let stage = if text.contains("local_size") { glow::COMPUTE_SHADER } else { glow::FRAGMENT_SHADER };
    // SAFETY: the context is current.
    unsafe {
        let shader = gl.create_shader(stage).unwrap();
        gl.shader_source(shader, text);
        gl.compile_shader(shader);
        (shader, gl.get_shader_compile_status(shader), gl.get_shader_info_log(shader))
    }
}

/// Returns the compile status and the link status of a text that includes nothing; none where there
/// is no driver.
pub fn statuses(text: &str) -> Option<[bool; 2]> {
    let (_host, gl) = context()?;
    let (shader, compiled, _) = shader(&gl, text);
    // SAFETY: the context is current.
    let linked = unsafe {
        let program = gl.create_program().unwrap();
        gl.attach_shader(program, shader);
        gl.link_program(program);
        gl.get_program_link_status(program)
    };
    Some([compiled, linked])
}

/// A program in use of one compute kernel.
pub fn program(gl: &glow::Context, text: &str) -> glow::Program {
    let (shader, compiled, log) = shader(gl, text);
    assert!(compiled, "{log}");
    // SAFETY: the context is current.
    unsafe {
        let program = gl.create_program().unwrap();
        gl.attach_shader(program, shader);
        gl.link_program(program);
        assert!(gl.get_program_link_status(program), "{}", gl.get_program_info_log(program));
        gl.use_program(Some(program));
        program
    }
}

/// Returns the answer of `glGetProgramiv` for a name whose answer is three numbers, or the error.
pub fn three_of_program(host: &Host, gl: &glow::Context, program: glow::Program, name: u32) -> Result<[i32; 3], u32> {
    let address: *const c_void = host.address("glGetProgramiv");
    assert!(!address.is_null());
    let mut answer = [0; 3];
    // SAFETY: the function has this signature in OpenGL 4.3, the context is current, and three numbers are the
    // longest answer.
    let error = unsafe {
        let get: extern "system" fn(u32, u32, *mut i32) = std::mem::transmute(address);
        get(program.0.get(), name, answer.as_mut_ptr());
        gl.get_error()
    };
    if error == glow::NO_ERROR { Ok(answer) } else { Err(error) }
}
