//! The same passes and dispatches written by hand with glow, on a context of their own: what the library is
//! measured against.
//!
//! The kernels are the library's with their includes written out, so that the calls are what differs.

use glow::HasContext;
use glutin::api::egl::{context::PossiblyCurrentContext, device::Device, display::Display};
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, Version};
use glutin::prelude::*;
use std::error::Error;
use std::ffi::CString;

pub struct ByHand {
    context: PossiblyCurrentContext,
    gl: glow::Context,
}

/// Two textures that take turns, and a program that halves and adds.
pub struct Passes {
    program: glow::Program,
    value: Option<glow::UniformLocation>,
    textures: [glow::Texture; 2],
    framebuffers: [glow::Framebuffer; 2],
    size: i32,
}

/// Two buffers that take turns, and the same program.
pub struct Dispatches {
    program: glow::Program,
    value: Option<glow::UniformLocation>,
    buffers: [glow::Buffer; 2],
    groups: u32,
}

/// Three streams and one kernel: saxpy.
pub struct Saxpy {
    program: glow::Program,
    alpha: Option<glow::UniformLocation>,
    objects: Objects,
}

enum Objects {
    Textures { inputs: [glow::Texture; 2], framebuffer: glow::Framebuffer, size: [i32; 2] },
    Buffers { buffers: [glow::Buffer; 3], groups: u32 },
}

const COVER: &str = "#version 330 core
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }";

impl ByHand {
    pub fn open() -> Result<ByHand, Box<dyn Error>> {
        let device = Device::query_devices()?.next().ok_or("no EGL device")?;
        // SAFETY (here and below): one thread, one context made current before each use; every name passed to
        // GL was made by it.
        unsafe {
            let display = Display::with_device(&device, None)?;
            let template = ConfigTemplateBuilder::new()
                .with_surface_type(ConfigSurfaceTypes::empty())
                .build();
            let config = display.find_configs(template)?.next().ok_or("no EGL configuration")?;
            let attributes = ContextAttributesBuilder::new()
                .with_profile(GlProfile::Core)
                .with_context_api(ContextApi::OpenGl(Some(Version::new(4, 3))))
                .build(None);
            let context = display.create_context(&config, &attributes)?.make_current_surfaceless()?;
            let gl = glow::Context::from_loader_function(|symbol: &str| {
                display.get_proc_address(&CString::new(symbol).unwrap_or_default())
            });
            let array = gl.create_vertex_array()?;
            gl.bind_vertex_array(Some(array));
            Ok(ByHand { context, gl })
        }
    }

    pub fn enter(&self) {
        self.context.make_current_surfaceless().expect("the context was current before");
    }

    pub fn finish(&self) {
        unsafe { self.gl.finish() }
    }

    unsafe fn program(&self, stages: &[(u32, &str)]) -> Result<glow::Program, String> {
        unsafe {
            let program = self.gl.create_program()?;
            for (stage, text) in stages {
                let shader = self.gl.create_shader(*stage)?;
                self.gl.shader_source(shader, text);
                self.gl.compile_shader(shader);
                self.gl.attach_shader(program, shader);
            }
            self.gl.link_program(program);
            if self.gl.get_program_link_status(program) {
                Ok(program)
            } else {
                Err(self.gl.get_program_info_log(program))
            }
        }
    }

    unsafe fn texture(&self, width: i32, height: i32, data: &[f32]) -> Result<glow::Texture, String> {
        unsafe {
            let texture = self.gl.create_texture()?;
            self.gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            self.gl.tex_storage_2d(glow::TEXTURE_2D, 1, glow::R32F, width, height);
            self.gl
                .tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);
            self.gl
                .tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAG_FILTER, glow::NEAREST as i32);
            let bytes = bytemuck::cast_slice(data);
            let pixels = glow::PixelUnpackData::Slice(Some(bytes));
            self.gl
                .tex_sub_image_2d(glow::TEXTURE_2D, 0, 0, 0, width, height, glow::RED, glow::FLOAT, pixels);
            Ok(texture)
        }
    }

    unsafe fn framebuffer(&self, texture: glow::Texture) -> Result<glow::Framebuffer, String> {
        unsafe {
            let framebuffer = self.gl.create_framebuffer()?;
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            let attachment = glow::COLOR_ATTACHMENT0;
            self.gl
                .framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, glow::TEXTURE_2D, Some(texture), 0);
            Ok(framebuffer)
        }
    }

    unsafe fn buffer(&self, data: &[f32]) -> Result<glow::Buffer, String> {
        unsafe {
            let buffer = self.gl.create_buffer()?;
            self.gl.bind_buffer(glow::SHADER_STORAGE_BUFFER, Some(buffer));
            self.gl
                .buffer_data_u8_slice(glow::SHADER_STORAGE_BUFFER, bytemuck::cast_slice(data), glow::DYNAMIC_COPY);
            Ok(buffer)
        }
    }

    pub fn passes(&self, size: i32) -> Result<Passes, String> {
        let text = "#version 330 core
uniform sampler2D source;
uniform float value;
layout(location = 0) out float result;
void main() { result = texelFetch(source, ivec2(gl_FragCoord.xy), 0).r * 0.5 + value; }";
        let data = vec![1.0; (size * size) as usize];
        self.enter();
        unsafe {
            let program = self.program(&[(glow::VERTEX_SHADER, COVER), (glow::FRAGMENT_SHADER, text)])?;
            let textures = [self.texture(size, size, &data)?, self.texture(size, size, &data)?];
            let framebuffers = [self.framebuffer(textures[0])?, self.framebuffer(textures[1])?];
            Ok(Passes { program, value: self.gl.get_uniform_location(program, "value"), textures, framebuffers, size })
        }
    }

    pub fn run_passes(&self, passes: &Passes, count: usize) {
        let gl = &self.gl;
        for at in 0..count {
            unsafe {
                gl.bind_framebuffer(glow::FRAMEBUFFER, Some(passes.framebuffers[(at + 1) % 2]));
                gl.viewport(0, 0, passes.size, passes.size);
                gl.use_program(Some(passes.program));
                gl.active_texture(glow::TEXTURE0);
                gl.bind_texture(glow::TEXTURE_2D, Some(passes.textures[at % 2]));
                gl.uniform_1_f32(passes.value.as_ref(), 1.0);
                gl.draw_arrays(glow::TRIANGLES, 0, 3);
            }
        }
        self.finish();
    }

    pub fn dispatches(&self, elements: usize) -> Result<Dispatches, String> {
        let text = "#version 430 core
layout(local_size_x = 64) in;
uniform float value;
uniform int element_count;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
#define group() (gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y)
#define element() int(group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x)
void main() { int i = element(); if (i < element_count) result[i] = source[i] * 0.5 + value; }";
        let data = vec![1.0; elements];
        self.enter();
        unsafe {
            let program = self.program(&[(glow::COMPUTE_SHADER, text)])?;
            self.gl.use_program(Some(program));
            let count = self.gl.get_uniform_location(program, "element_count");
            self.gl.uniform_1_i32(count.as_ref(), elements as i32);
            let buffers = [self.buffer(&data)?, self.buffer(&data)?];
            let value = self.gl.get_uniform_location(program, "value");
            Ok(Dispatches { program, value, buffers, groups: elements.div_ceil(64) as u32 })
        }
    }

    pub fn run_dispatches(&self, dispatches: &Dispatches, count: usize) {
        let gl = &self.gl;
        for at in 0..count {
            unsafe {
                gl.use_program(Some(dispatches.program));
                gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 0, Some(dispatches.buffers[at % 2]));
                gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, 1, Some(dispatches.buffers[(at + 1) % 2]));
                gl.uniform_1_f32(dispatches.value.as_ref(), 1.0);
                gl.memory_barrier(glow::SHADER_STORAGE_BARRIER_BIT);
                gl.dispatch_compute(dispatches.groups, 1, 1);
            }
        }
        self.finish();
    }

    pub fn saxpy_pass(&self, width: i32, height: i32) -> Result<Saxpy, String> {
        let text = "#version 330 core
uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;
layout(location = 0) out float result;
void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    result = alpha * texelFetch(x, here, 0).r + texelFetch(y, here, 0).r;
}";
        let data = vec![1.0; (width * height) as usize];
        self.enter();
        unsafe {
            let program = self.program(&[(glow::VERTEX_SHADER, COVER), (glow::FRAGMENT_SHADER, text)])?;
            self.gl.use_program(Some(program));
            self.gl.uniform_1_i32(self.gl.get_uniform_location(program, "x").as_ref(), 0);
            self.gl.uniform_1_i32(self.gl.get_uniform_location(program, "y").as_ref(), 1);
            let inputs = [self.texture(width, height, &data)?, self.texture(width, height, &data)?];
            let result = self.texture(width, height, &data)?;
            let objects = Objects::Textures { inputs, framebuffer: self.framebuffer(result)?, size: [width, height] };
            Ok(Saxpy { program, alpha: self.gl.get_uniform_location(program, "alpha"), objects })
        }
    }

    pub fn saxpy_dispatch(&self, elements: usize) -> Result<Saxpy, String> {
        let text = "#version 430 core
layout(local_size_x = 256) in;
uniform float alpha;
uniform int element_count;
layout(std430, binding = 0) readonly  buffer X      { float x[]; };
layout(std430, binding = 1) readonly  buffer Y      { float y[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };
#define group() (gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y)
#define element() int(group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x)
void main() {
    int i = element();
    if (i >= element_count) return;
    result[i] = alpha * x[i] + y[i];
}";
        let data = vec![1.0; elements];
        self.enter();
        unsafe {
            let program = self.program(&[(glow::COMPUTE_SHADER, text)])?;
            self.gl.use_program(Some(program));
            let count = self.gl.get_uniform_location(program, "element_count");
            self.gl.uniform_1_i32(count.as_ref(), elements as i32);
            let buffers = [self.buffer(&data)?, self.buffer(&data)?, self.buffer(&data)?];
            let objects = Objects::Buffers { buffers, groups: elements.div_ceil(256) as u32 };
            Ok(Saxpy { program, alpha: self.gl.get_uniform_location(program, "alpha"), objects })
        }
    }

    pub fn run_saxpy(&self, saxpy: &Saxpy) {
        let gl = &self.gl;
        unsafe {
            gl.use_program(Some(saxpy.program));
            gl.uniform_1_f32(saxpy.alpha.as_ref(), 2.0);
            match &saxpy.objects {
                Objects::Textures { inputs, framebuffer, size: [width, height] } => {
                    gl.bind_framebuffer(glow::FRAMEBUFFER, Some(*framebuffer));
                    gl.viewport(0, 0, *width, *height);
                    for (unit, input) in inputs.iter().enumerate() {
                        gl.active_texture(glow::TEXTURE0 + unit as u32);
                        gl.bind_texture(glow::TEXTURE_2D, Some(*input));
                    }
                    gl.draw_arrays(glow::TRIANGLES, 0, 3);
                }
                Objects::Buffers { buffers, groups } => {
                    for (place, buffer) in buffers.iter().enumerate() {
                        gl.bind_buffer_base(glow::SHADER_STORAGE_BUFFER, place as u32, Some(*buffer));
                    }
                    gl.memory_barrier(glow::SHADER_STORAGE_BARRIER_BIT);
                    gl.dispatch_compute(*groups, 1, 1);
                }
            }
        }
        self.finish();
    }
}
