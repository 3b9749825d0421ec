//! Behaviour of glium 0.36 that `crates/gl/src/hooks.rs` works around. A test that fails here says
//! which workaround can go.

use glium::backend::{Backend, Context};
use glium::program::ComputeShader;
use glium::uniforms::{ImageUnitAccess, ImageUnitFormat, UniformsStorage};
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;
use std::cell::Cell;
use std::ffi::{CString, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

thread_local! {
    static BARRIERS: Cell<u32> = const { Cell::new(0) };
}

extern "system" fn note_barrier(bits: u32) {
    BARRIERS.set(BARRIERS.get() | bits);
}

struct Surfaceless(PossiblyCurrentContext, Display);

// SAFETY: one surfaceless context, on one thread, alive as long as the value.
unsafe impl Backend for Surfaceless {
    fn swap_buffers(&self) -> Result<(), glium::SwapBuffersError> {
        Ok(())
    }
    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        if symbol == "glMemoryBarrier" {
            return note_barrier as *const c_void;
        }
        self.1.get_proc_address(&CString::new(symbol).unwrap())
    }
    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        (1, 1)
    }
    fn resize(&self, _: (u32, u32)) {}
    fn is_current(&self) -> bool {
        self.0.is_current()
    }
    unsafe fn make_current(&self) {
        self.0.make_current_surfaceless().unwrap();
    }
}

/// glium as it is, without our hooks; none where there is no driver, or it has no compute shaders.
pub fn glium() -> Option<Rc<Context>> {
    if let Err(error) = gristmill::Device::choose(gristmill::Era::Fragment, gristmill::MachineChoice::Driver) {
        crate::machine::skip(&error.to_string());
        return None;
    }
    let device = Device::query_devices().unwrap().next().unwrap();
    let attributes = ContextAttributesBuilder::new()
        .with_profile(GlProfile::Core)
        .with_context_api(ContextApi::OpenGl(Some(Version::new(4, 3))))
        .build(None);
    let template = ConfigTemplateBuilder::new()
        .with_surface_type(ConfigSurfaceTypes::empty())
        .build();
    // SAFETY: the display outlives what is made of it, inside `Surfaceless`.
    unsafe {
        let display = Display::with_device(&device, None).unwrap();
        let config = display.find_configs(template).unwrap().next().unwrap();
        let Ok(context) = display.create_context(&config, &attributes) else {
            eprintln!("no OpenGL 4.3 here: glium's dispatches cannot be watched");
            return None;
        };
        let backend = Surfaceless(context.make_current_surfaceless().unwrap(), display);
        Some(Context::new(backend, true, glium::debug::DebugCallbackBehavior::Ignore).unwrap())
    }
}

#[test]
fn it_refuses_the_largest_legal_number_of_groups() {
    let Some(context) = glium() else { return };
    let empty = "#version 430 core\nlayout(local_size_x = 1) in;\nvoid main() {}";
    let shader = ComputeShader::from_source(&context, empty).unwrap();
    // glium knows the limit and does not tell it.
    let limit = gristmill::Device::choose(gristmill::Era::Compute, gristmill::MachineChoice::Driver)
        .unwrap()
        .limits()
        .groups[0] as u32;
    let run = |groups| catch_unwind(AssertUnwindSafe(|| shader.execute(glium::uniforms::EmptyUniforms, groups, 1, 1)));
    assert!(run(limit - 1).is_ok());
    assert!(run(limit).is_err(), "glium takes {limit} groups now: the hook of glDispatchCompute may go");
}

#[test]
fn it_forgets_the_barrier_between_an_image_store_and_a_read() {
    let Some(context) = glium() else { return };
    let store = "#version 430 core
layout(local_size_x = 1) in;
layout(rgba32f) writeonly uniform image2D result;
void main() { imageStore(result, ivec2(0), vec4(1.0)); }";
    let shader = ComputeShader::from_source(&context, store).unwrap();
    let format = glium::texture::UncompressedFloatFormat::F32F32F32F32;
    let texture =
        glium::Texture2d::empty_with_format(&context, format, glium::texture::MipmapsOption::NoMipmap, 1, 1).unwrap();
    let unit = texture
        .image_unit(ImageUnitFormat::RGBA32F)
        .unwrap()
        .set_access(ImageUnitAccess::Write);
    shader.execute(UniformsStorage::new("result", unit), 1, 1, 1);
    BARRIERS.set(0);
    let _: Vec<Vec<(u8, u8, u8, u8)>> = texture.read();
    const FRAMEBUFFER: u32 = 0x400;
    assert_eq!(BARRIERS.get() & FRAMEBUFFER, 0, "glium issues it now: the hook of glMemoryBarrier may go");
}

#[test]
fn it_panics_at_an_array_of_one_uniform() {
    let Some(context) = glium() else { return };
    let one = "#version 430 core
layout(local_size_x = 1) in;
uniform float one[1];
layout(std430, binding = 0) buffer Result { float result[]; };
void main() { result[0] = one[0]; }";
    let compiled = catch_unwind(AssertUnwindSafe(|| ComputeShader::from_source(&context, one).map(drop)));
    assert!(compiled.is_err(), "glium takes it now: the hook of glGetActiveUniform may go");
}
