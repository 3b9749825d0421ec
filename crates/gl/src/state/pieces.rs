//! The pieces of the state, by purpose.

use super::{GetValues, SetValues, StateLayout, object_name};
use glow::{
    Context, HasContext, NativeBuffer, NativeFramebuffer, NativeProgram, NativeRenderbuffer, NativeSampler,
    NativeTexture, NativeVertexArray,
};

type PieceVisitor<'a> = &'a mut dyn FnMut(GetValues, SetValues, &[f64]);

/// Buffer targets, and the parameters that return their bindings.
const BUFFERS: [(u32, u32); 6] = [
    (glow::ARRAY_BUFFER, glow::ARRAY_BUFFER_BINDING),
    (glow::COPY_READ_BUFFER, glow::COPY_READ_BUFFER_BINDING),
    (glow::COPY_WRITE_BUFFER, glow::COPY_WRITE_BUFFER_BINDING),
    (glow::PIXEL_PACK_BUFFER, glow::PIXEL_PACK_BUFFER_BINDING),
    (glow::PIXEL_UNPACK_BUFFER, glow::PIXEL_UNPACK_BUFFER_BINDING),
    (glow::UNIFORM_BUFFER, glow::UNIFORM_BUFFER_BINDING),
];

/// Buffer targets of compute shaders, likewise.
const COMPUTE_BUFFERS: [(u32, u32); 2] = [
    (glow::DISPATCH_INDIRECT_BUFFER, glow::DISPATCH_INDIRECT_BUFFER_BINDING),
    (glow::SHADER_STORAGE_BUFFER, glow::SHADER_STORAGE_BUFFER_BINDING),
];

/// The texture targets of a unit that streams use.
const TEXTURES: [(u32, u32); 4] = [
    (glow::TEXTURE_1D, glow::TEXTURE_BINDING_1D),
    (glow::TEXTURE_2D, glow::TEXTURE_BINDING_2D),
    (glow::TEXTURE_3D, glow::TEXTURE_BINDING_3D),
    (glow::TEXTURE_CUBE_MAP, glow::TEXTURE_BINDING_CUBE_MAP),
];

/// The stencil parameters for front and back faces: `GL_STENCIL_FUNC` and the related ones.
const STENCILS: [(u32, [u32; 7]); 2] = [
    (
        glow::FRONT,
        [
            glow::STENCIL_FUNC,
            glow::STENCIL_REF,
            glow::STENCIL_VALUE_MASK,
            glow::STENCIL_FAIL,
            glow::STENCIL_PASS_DEPTH_FAIL,
            glow::STENCIL_PASS_DEPTH_PASS,
            glow::STENCIL_WRITEMASK,
        ],
    ),
    (
        glow::BACK,
        [
            glow::STENCIL_BACK_FUNC,
            glow::STENCIL_BACK_REF,
            glow::STENCIL_BACK_VALUE_MASK,
            glow::STENCIL_BACK_FAIL,
            glow::STENCIL_BACK_PASS_DEPTH_FAIL,
            glow::STENCIL_BACK_PASS_DEPTH_PASS,
            glow::STENCIL_BACK_WRITEMASK,
        ],
    ),
];

/// Returns the texture of this name, or `None` if it was deleted while its binding was saved, as GL does.
unsafe fn living_texture(gl: &Context, value: f64) -> Option<NativeTexture> {
    // SAFETY: ensured by the caller; this query is allowed for any number.
    object_name(value)
        .map(NativeTexture)
        .filter(|texture| unsafe { gl.is_texture(*texture) })
}

/// Returns the buffer of this name, or `None` if it was deleted meanwhile.
unsafe fn living_buffer(gl: &Context, value: f64) -> Option<NativeBuffer> {
    // SAFETY: ensured by the caller; this query is allowed for any number.
    object_name(value)
        .map(NativeBuffer)
        .filter(|buffer| unsafe { gl.is_buffer(*buffer) })
}

/// Reads an integer parameter.
unsafe fn read_integer(gl: &Context, parameter: u32) -> f64 {
    // SAFETY: ensured by the caller.
    f64::from(unsafe { gl.get_parameter_i32(parameter) })
}

/// Reads a parameter of up to four floats.
unsafe fn read_floats(gl: &Context, parameter: u32, now: &mut [f64]) {
    let mut values = [0.0_f32; 4];
    // SAFETY: ensured by the caller; no parameter has more than four values.
    unsafe { gl.get_parameter_f32_slice(parameter, &mut values) }
    now.iter_mut().zip(values).for_each(|(now, value)| *now = f64::from(value));
}

/// Reads a parameter of up to four integers.
unsafe fn read_integers(gl: &Context, parameter: u32, now: &mut [f64]) {
    let mut values = [0; 4];
    // SAFETY: ensured by the caller; no parameter has more than four values.
    unsafe { gl.get_parameter_i32_slice(parameter, &mut values) }
    now.iter_mut().zip(values).for_each(|(now, value)| *now = f64::from(value));
}

// Only `StateLayout::visit_pieces` calls these. It has made the context current, and uses only features of the version.
impl StateLayout {
    /// Visits the bindings of programs, buffers, textures, images and targets.
    pub(super) unsafe fn visit_bindings(&self, gl: &Context, piece: PieceVisitor) {
        // SAFETY: see `visit_pieces`, which alone calls this.
        unsafe {
            let mut plain =
                |parameter: u32, set: SetValues| piece(&|now| now[0] = read_integer(gl, parameter), set, &[0.0]);
            plain(glow::CURRENT_PROGRAM, &|to| gl.use_program(object_name(to[0]).map(NativeProgram)));
            plain(glow::VERTEX_ARRAY_BINDING, &|to| gl.bind_vertex_array(object_name(to[0]).map(NativeVertexArray)));
            plain(glow::DRAW_FRAMEBUFFER_BINDING, &|to| {
                gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, object_name(to[0]).map(NativeFramebuffer));
            });
            plain(glow::READ_FRAMEBUFFER_BINDING, &|to| {
                gl.bind_framebuffer(glow::READ_FRAMEBUFFER, object_name(to[0]).map(NativeFramebuffer));
            });
            plain(glow::RENDERBUFFER_BINDING, &|to| {
                gl.bind_renderbuffer(glow::RENDERBUFFER, object_name(to[0]).map(NativeRenderbuffer));
            });
            self.visit_storage_blocks(gl, piece);
            let compute = if self.opengl >= (4, 3) { &COMPUTE_BUFFERS[..] } else { &[] };
            for &(target, binding) in BUFFERS.iter().chain(compute) {
                piece(
                    &|now| now[0] = read_integer(gl, binding),
                    &|to| gl.bind_buffer(target, living_buffer(gl, to[0])),
                    &[0.0],
                );
            }
            for unit in 0..self.units {
                for (target, binding) in TEXTURES {
                    piece(
                        &|now| {
                            gl.active_texture(glow::TEXTURE0 + unit);
                            now[0] = read_integer(gl, binding);
                        },
                        &|to| {
                            gl.active_texture(glow::TEXTURE0 + unit);
                            gl.bind_texture(target, living_texture(gl, to[0]));
                        },
                        &[0.0],
                    );
                }
                piece(
                    &|now| {
                        gl.active_texture(glow::TEXTURE0 + unit);
                        now[0] = read_integer(gl, glow::SAMPLER_BINDING);
                    },
                    &|to| gl.bind_sampler(unit, object_name(to[0]).map(NativeSampler)),
                    &[0.0],
                );
            }
            self.visit_images(gl, piece);
        }
    }

    /// Visits the binding points of storage buffers: the buffer, its start and its length in bytes;
    /// 0 bytes mean the whole.
    unsafe fn visit_storage_blocks(&self, gl: &Context, piece: PieceVisitor) {
        let target = glow::SHADER_STORAGE_BUFFER;
        // SAFETY: see `visit_pieces`, which alone calls this.
        unsafe {
            for at in 0..self.buffers {
                let ask = |parameter| gl.get_parameter_indexed_i64(parameter, at) as f64;
                piece(
                    &|now| {
                        now[0] = f64::from(gl.get_parameter_indexed_i32(glow::SHADER_STORAGE_BUFFER_BINDING, at));
                        now[1] = ask(glow::SHADER_STORAGE_BUFFER_START);
                        now[2] = ask(glow::SHADER_STORAGE_BUFFER_SIZE);
                    },
                    &|to| {
                        let buffer = living_buffer(gl, to[0]);
                        match to[2] as i32 {
                            bytes if bytes > 0 && buffer.is_some() => {
                                gl.bind_buffer_range(target, at, buffer, to[1] as i32, bytes);
                            }
                            _ => gl.bind_buffer_base(target, at, buffer),
                        }
                    },
                    &[0.0; 3],
                );
            }
        }
    }

    unsafe fn visit_images(&self, gl: &Context, piece: PieceVisitor) {
        const PARTS: [u32; 6] = [
            glow::IMAGE_BINDING_NAME,
            glow::IMAGE_BINDING_LEVEL,
            glow::IMAGE_BINDING_LAYERED,
            glow::IMAGE_BINDING_LAYER,
            glow::IMAGE_BINDING_ACCESS,
            glow::IMAGE_BINDING_FORMAT,
        ];
        // SAFETY: see `visit_pieces`, which alone calls this.
        unsafe {
            for unit in 0..self.images {
                piece(
                    &|now| {
                        for (now, part) in now.iter_mut().zip(PARTS) {
                            *now = f64::from(gl.get_parameter_indexed_i32(part, unit));
                        }
                    },
                    &|to| {
                        let texture = living_texture(gl, to[0]);
                        let layered = to[2] != 0.0;
                        gl.bind_image_texture(
                            unit,
                            texture,
                            to[1] as i32,
                            layered,
                            to[3] as i32,
                            to[4] as u32,
                            to[5] as u32,
                        );
                    },
                    &[0.0, 0.0, 0.0, 0.0, f64::from(glow::READ_ONLY), f64::from(glow::R8)],
                );
            }
        }
    }

    /// Visits the tests that fragments must pass, and the areas that they may be in.
    pub(super) unsafe fn visit_tests(&self, gl: &Context, piece: PieceVisitor) {
        // SAFETY: see `visit_pieces`, which alone calls this.
        unsafe {
            let [back, less, keep] = [glow::BACK, glow::LESS, glow::KEEP].map(f64::from);
            let plain = |parameter: u32| move |now: &mut [f64]| now[0] = read_integer(gl, parameter);
            let wide = |parameter: u32| move |now: &mut [f64]| read_integers(gl, parameter, now);
            let real = |parameter: u32| move |now: &mut [f64]| read_floats(gl, parameter, now);
            piece(&plain(glow::CULL_FACE_MODE), &|to| gl.cull_face(to[0] as u32), &[back]);
            piece(&plain(glow::FRONT_FACE), &|to| gl.front_face(to[0] as u32), &[f64::from(glow::CCW)]);
            piece(
                &wide(glow::POLYGON_MODE),
                &|to| gl.polygon_mode(glow::FRONT_AND_BACK, to[0] as u32),
                &[f64::from(glow::FILL)],
            );
            piece(&plain(glow::DEPTH_FUNC), &|to| gl.depth_func(to[0] as u32), &[less]);
            piece(&plain(glow::DEPTH_WRITEMASK), &|to| gl.depth_mask(to[0] != 0.0), &[1.0]);
            piece(&real(glow::DEPTH_RANGE), &|to| gl.depth_range_f64(to[0], to[1]), &[0.0, 1.0]);
            piece(&real(glow::DEPTH_CLEAR_VALUE), &|to| gl.clear_depth_f64(to[0]), &[1.0]);
            piece(&plain(glow::STENCIL_CLEAR_VALUE), &|to| gl.clear_stencil(to[0] as i32), &[0.0]);
            for (face, [test, reference, mask, fails, far, passes, writes]) in STENCILS {
                let always = f64::from(glow::ALWAYS);
                piece(
                    &|now| {
                        for (now, part) in now.iter_mut().zip([test, reference, mask]) {
                            *now = read_integer(gl, part);
                        }
                    },
                    // A mask of all ones reads as -1 if queried as an integer.
                    &|to| gl.stencil_func_separate(face, to[0] as u32, to[1] as i32, to[2] as i64 as u32),
                    &[always, 0.0, -1.0],
                );
                piece(
                    &|now| {
                        for (now, part) in now.iter_mut().zip([fails, far, passes]) {
                            *now = read_integer(gl, part);
                        }
                    },
                    &|to| gl.stencil_op_separate(face, to[0] as u32, to[1] as u32, to[2] as u32),
                    &[keep; 3],
                );
                piece(&plain(writes), &|to| gl.stencil_mask_separate(face, to[0] as i64 as u32), &[-1.0]);
            }
            piece(&wide(glow::SCISSOR_BOX), &|to| set_box(to, |x, y, w, h| gl.scissor(x, y, w, h)), &[0.0; 4]);
            piece(&wide(glow::VIEWPORT), &|to| set_box(to, |x, y, w, h| gl.viewport(x, y, w, h)), &[0.0; 4]);
            if let (Some(clip_control), true) = (self.extra.clip_control, self.opengl >= (4, 5)) {
                piece(
                    &|now| {
                        (now[0], now[1]) =
                            (read_integer(gl, glow::CLIP_ORIGIN), read_integer(gl, glow::CLIP_DEPTH_MODE));
                    },
                    &|to| clip_control(to[0] as u32, to[1] as u32),
                    &[f64::from(glow::LOWER_LEFT), f64::from(glow::NEGATIVE_ONE_TO_ONE)],
                );
            }
            if let Some(provoking_vertex) = self.extra.provoking_vertex {
                let last = f64::from(glow::LAST_VERTEX_CONVENTION);
                piece(&plain(glow::PROVOKING_VERTEX), &|to| provoking_vertex(to[0] as u32), &[last]);
            }
        }
    }

    /// Visits blending, colour masks and clear colours, for each target of a pass.
    pub(super) unsafe fn visit_colours(&self, gl: &Context, piece: PieceVisitor) {
        // SAFETY: see `visit_pieces`, which alone calls this.
        unsafe {
            let [one, zero, add] = [glow::ONE, glow::ZERO, glow::FUNC_ADD].map(f64::from);
            piece(
                &|now| read_floats(gl, glow::COLOR_CLEAR_VALUE, now),
                &|to| gl.clear_color(to[0] as f32, to[1] as f32, to[2] as f32, to[3] as f32),
                &[0.0; 4],
            );
            piece(
                &|now| read_floats(gl, glow::BLEND_COLOR, now),
                &|to| gl.blend_color(to[0] as f32, to[1] as f32, to[2] as f32, to[3] as f32),
                &[0.0; 4],
            );
            // Before 4.0 all targets share one blend function, but blending can be enabled for each.
            for at in 0..self.outputs {
                let ask = |parameter| f64::from(gl.get_parameter_indexed_i32(parameter, at));
                piece(
                    &|now| now[0] = ask(glow::BLEND),
                    &|to| {
                        if to[0] != 0.0 {
                            gl.enable_draw_buffer(glow::BLEND, at)
                        } else {
                            gl.disable_draw_buffer(glow::BLEND, at)
                        }
                    },
                    &[0.0],
                );
                if let Some(get_booleans) = self.extra.get_booleans {
                    piece(
                        &|now| {
                            let mut mask = [0_u8; 4];
                            get_booleans(glow::COLOR_WRITEMASK, at, mask.as_mut_ptr());
                            now.iter_mut().zip(mask).for_each(|(now, on)| *now = f64::from(on));
                        },
                        &|to| {
                            let [red, green, blue, alpha] = [0, 1, 2, 3].map(|lane| to[lane] != 0.0);
                            gl.color_mask_draw_buffer(at, red, green, blue, alpha);
                        },
                        &[1.0; 4],
                    );
                }
            }
            let targets = if self.opengl >= (4, 0) { self.outputs } else { 1 };
            for at in 0..targets {
                let all = self.opengl < (4, 0);
                let ask = |parameter| match all {
                    true => f64::from(gl.get_parameter_i32(parameter)),
                    false => f64::from(gl.get_parameter_indexed_i32(parameter, at)),
                };
                piece(
                    &|now| {
                        (now[0], now[1]) = (ask(glow::BLEND_EQUATION_RGB), ask(glow::BLEND_EQUATION_ALPHA));
                    },
                    &|to| match all {
                        true => gl.blend_equation_separate(to[0] as u32, to[1] as u32),
                        false => gl.blend_equation_separate_draw_buffer(at, to[0] as u32, to[1] as u32),
                    },
                    &[add; 2],
                );
                piece(
                    &|now| {
                        let parts =
                            [glow::BLEND_SRC_RGB, glow::BLEND_DST_RGB, glow::BLEND_SRC_ALPHA, glow::BLEND_DST_ALPHA];
                        now.iter_mut().zip(parts).for_each(|(now, part)| *now = ask(part));
                    },
                    &|to| {
                        let [from, to_rgb, from_alpha, to_alpha] = [0, 1, 2, 3].map(|part| to[part] as u32);
                        match all {
                            true => gl.blend_func_separate(from, to_rgb, from_alpha, to_alpha),
                            false => gl.blend_func_separate_draw_buffer(at, from, to_rgb, from_alpha, to_alpha),
                        }
                    },
                    &[one, zero, one, zero],
                );
            }
        }
    }
}

fn set_box(to: &[f64], set: impl Fn(i32, i32, i32, i32)) {
    set(to[0] as i32, to[1] as i32, to[2] as i32, to[3] as i32);
}
