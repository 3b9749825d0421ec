//! The host program of 2005, in bare OpenGL, beside the same program by Gristmill: `y = alpha * x + y`, eight times.
//!
//! Run it with `cargo run --example host_of_2005`. Both must give what a plain loop gives, bit for bit.

#[path = "embed/host.rs"]
mod host;

use gristmill::glow::{self, HasContext};
use gristmill::{Device, Era, Error, KernelSource, PingPong, Result};
use host::Host;
use std::process::ExitCode;

/// Texels along each side of a texture.
const SIDE: i32 = 8;
/// The number of times that `alpha * x` is added.
const STEPS: usize = 8;
/// All sums are exact in a float, so that no rounding hides a mistake.
const ALPHA: f32 = 0.5;

// ANCHOR: kernels
/// One triangle that covers the whole target: its corners are (-1, -1), (3, -1) and (-1, 3).
const COVER: &str = "#version 330 core
void main() {
    gl_Position = vec4(4 * (gl_VertexID % 2) - 1, 4 * (gl_VertexID / 2) - 1, 0, 1);
}
";

/// The kernel: one element of the result.
const SAXPY: &str = "#version 330 core
uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;
layout(location = 0) out float result;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    result = alpha * texelFetch(x, here, 0).r + texelFetch(y, here, 0).r;
}
";
// ANCHOR_END: kernels

fn main() -> ExitCode {
    match both() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("wrong: the result differs from the reference");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// Returns true if bare OpenGL and Gristmill compute what a plain loop computes.
pub fn both() -> Result<bool> {
    let x: Vec<f32> = (0..SIDE * SIDE).map(|i| i as f32).collect();
    let y: Vec<f32> = x.iter().map(|x| 100.0 - x).collect();
    let truth: Vec<f32> = x.iter().zip(&y).map(|(x, y)| STEPS as f32 * ALPHA * x + y).collect();

    let host = Host::open(3, 3)?;
    // SAFETY: the context is current, and stays current until the host is dropped.
    let gl = unsafe { glow::Context::from_loader_function(|name| host.address(name)) };
    let bare = bare(&gl, &x, &y).map_err(|said| Error::driver("the host program of 2005", said))?;
    drop((gl, host));
    let ours = ours(&Device::open(Era::Fragment)?, &x, &y)?;
    println!("bare OpenGL: {:?} ...\nGristmill:   {:?} ...", &bare[..6], &ours[..6]);
    Ok(bare == truth && ours == truth)
}

/// `y = alpha * x + y`, eight times, on arrays of 8 x 8 floats.
fn bare(gl: &glow::Context, x: &[f32], y: &[f32]) -> Result<Vec<f32>, String> {
    // SAFETY: the caller's context is current, and each slice has a float per texel.
    unsafe {
        // ANCHOR: program
        // 1. The program: where the triangle lies, and what is computed in it.
        let program = gl.create_program()?;
        for (stage, text) in [(glow::VERTEX_SHADER, COVER), (glow::FRAGMENT_SHADER, SAXPY)] {
            let shader = gl.create_shader(stage)?;
            gl.shader_source(shader, text);
            gl.compile_shader(shader);
            gl.attach_shader(program, shader);
        }
        gl.link_program(program);
        if !gl.get_program_link_status(program) {
            return Err(gl.get_program_info_log(program));
        }
        gl.use_program(Some(program));
        // ANCHOR_END: program

        // ANCHOR: textures
        // 2. The arrays: textures with one float per texel, read without weights between the texels.
        let texture = |values: &[f32]| -> Result<glow::Texture, String> {
            let texture = gl.create_texture()?;
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);
            gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAG_FILTER, glow::NEAREST as i32);
            let bytes = glow::PixelUnpackData::Slice(Some(bytemuck::cast_slice(values)));
            let format = glow::R32F as i32;
            gl.tex_image_2d(glow::TEXTURE_2D, 0, format, SIDE, SIDE, 0, glow::RED, glow::FLOAT, bytes);
            Ok(texture)
        };
        let x = texture(x)?;
        let (mut now, mut next) = (texture(y)?, texture(y)?);
        // ANCHOR_END: textures

        // ANCHOR: target
        // 3. The target is a texture, not the window: a framebuffer object, and a viewport as large as the array.
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(gl.create_framebuffer()?));
        gl.viewport(0, 0, SIDE, SIDE);
        gl.bind_vertex_array(Some(gl.create_vertex_array()?)); // empty; OpenGL 3.3 does not draw without one
        // ANCHOR_END: target

        // ANCHOR: constants
        // 4. The constants: alpha, and the texture unit that each sampler reads.
        let place = |name| gl.get_uniform_location(program, name);
        gl.uniform_1_f32(place("alpha").as_ref(), ALPHA);
        gl.uniform_1_i32(place("x").as_ref(), 0);
        gl.uniform_1_i32(place("y").as_ref(), 1);
        // ANCHOR_END: constants

        // ANCHOR: loop
        // 5. The loop: a triangle per step, then the two textures change places.
        for _ in 0..STEPS {
            gl.framebuffer_texture_2d(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, Some(next), 0);
            for (unit, texture) in [(glow::TEXTURE0, x), (glow::TEXTURE1, now)] {
                gl.active_texture(unit);
                gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            }
            gl.draw_arrays(glow::TRIANGLES, 0, 3);
            (now, next) = (next, now);
        }
        // ANCHOR_END: loop

        // ANCHOR: back
        // 6. The way back: what was drawn last is still the target.
        let mut result = vec![0.0; (SIDE * SIDE) as usize];
        let bytes = glow::PixelPackData::Slice(Some(bytemuck::cast_slice_mut(&mut result)));
        gl.read_pixels(0, 0, SIDE, SIDE, glow::RED, glow::FLOAT, bytes);
        match gl.get_error() {
            glow::NO_ERROR => Ok(result),
            error => Err(format!("OpenGL's error {error:#x}")),
        }
        // ANCHOR_END: back
    }
}

// ANCHOR: ours
/// The same with this library.
fn ours(device: &Device, x: &[f32], y: &[f32]) -> Result<Vec<f32>> {
    let shape = [SIDE as usize, SIDE as usize];
    let kernel = device.kernel(&KernelSource::new("saxpy").fragment(SAXPY))?;
    let x = device.stream_of(shape, x)?;
    let mut y = PingPong::new(device.stream_of(shape, y)?, device.empty(shape)?);
    for _ in 0..STEPS {
        y.step(|now, next| {
            let call = kernel.call().uniform("alpha", ALPHA);
            call.input("x", &x).input("y", now).output("result", next).run()
        })?;
    }
    y.now().read()
}
// ANCHOR_END: ours
