//! The state of a context that two programs share: the state of one is saved while the other draws,
//! and restored afterwards.
//!
//! glium assumes that only it changes the state of its context. In a context of another program
//! this is ensured as follows: a call saves the program's state and sets glium's; when it ends, it
//! saves glium's and restores the program's. Listed here is the state that glium or this module may
//! change, and the state that would spoil a pass.

mod pieces;

use glow::{Context, HasContext};
use std::ffi::c_void;
use std::num::NonZeroU32;

/// Values of the state, in the order of [`StateLayout::visit_pieces`]. A double holds every integer
/// and every name of GL.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct GlState(Vec<f64>);

/// The pieces of state that a context has.
pub(super) struct StateLayout {
    opengl: (u8, u8),
    units: u32,
    images: u32,
    buffers: u32,
    outputs: u32,
    /// True if it supports debug output.
    debugs: bool,
    extra: ExtraFunctions,
}

/// Functions that glow lacks.
struct ExtraFunctions {
    get_booleans: Option<extern "system" fn(u32, u32, *mut u8)>,
    clip_control: Option<extern "system" fn(u32, u32)>,
    provoking_vertex: Option<extern "system" fn(u32)>,
}

/// Capabilities, and whether each is enabled in a new context.
const CAPABILITIES: [(u32, bool); 21] = [
    (glow::CULL_FACE, false),
    (glow::DEPTH_TEST, false),
    (glow::DEPTH_CLAMP, false),
    (glow::STENCIL_TEST, false),
    (glow::SCISSOR_TEST, false),
    (glow::DITHER, true),
    (glow::COLOR_LOGIC_OP, false),
    (glow::POLYGON_OFFSET_FILL, false),
    (glow::POLYGON_OFFSET_LINE, false),
    (glow::POLYGON_OFFSET_POINT, false),
    (glow::SAMPLE_ALPHA_TO_COVERAGE, false),
    (glow::SAMPLE_ALPHA_TO_ONE, false),
    (glow::SAMPLE_COVERAGE, false),
    (glow::SAMPLE_MASK, false),
    (glow::MULTISAMPLE, true),
    (glow::FRAMEBUFFER_SRGB, false),
    (glow::PRIMITIVE_RESTART, false),
    (glow::PROGRAM_POINT_SIZE, false),
    (glow::RASTERIZER_DISCARD, false),
    (glow::LINE_SMOOTH, false),
    (glow::POLYGON_SMOOTH, false),
];

/// Number of clip distances. A vertex kernel that does not write them must not be clipped.
const CLIP_DISTANCE_COUNT: u32 = 8;

/// Pixel storage parameters, with their values in a new context.
const PIXEL_STORE: [(u32, i32); 16] = [
    (glow::PACK_SWAP_BYTES, 0),
    (glow::PACK_LSB_FIRST, 0),
    (glow::PACK_ROW_LENGTH, 0),
    (glow::PACK_IMAGE_HEIGHT, 0),
    (glow::PACK_SKIP_ROWS, 0),
    (glow::PACK_SKIP_PIXELS, 0),
    (glow::PACK_SKIP_IMAGES, 0),
    (glow::PACK_ALIGNMENT, 4),
    (glow::UNPACK_SWAP_BYTES, 0),
    (glow::UNPACK_LSB_FIRST, 0),
    (glow::UNPACK_ROW_LENGTH, 0),
    (glow::UNPACK_IMAGE_HEIGHT, 0),
    (glow::UNPACK_SKIP_ROWS, 0),
    (glow::UNPACK_SKIP_PIXELS, 0),
    (glow::UNPACK_SKIP_IMAGES, 0),
    (glow::UNPACK_ALIGNMENT, 4),
];

type GetValues<'a> = &'a dyn Fn(&mut [f64]);
type SetValues<'a> = &'a dyn Fn(&[f64]);

fn object_name(value: f64) -> Option<NonZeroU32> {
    NonZeroU32::new(value as u32)
}

impl StateLayout {
    /// Queries the layout of the current context, whose functions `address` finds.
    pub(super) fn new(gl: &Context, opengl: (u8, u8), address: &mut dyn FnMut(&str) -> *const c_void) -> StateLayout {
        // SAFETY: each limit is queried only if the version has it; the functions have had these signatures since 3.0, 4.5
        // and 3.2; null is `None`.
        unsafe {
            let get = |name| gl.get_parameter_i32(name).max(0) as u32;
            let extra = ExtraFunctions {
                get_booleans: std::mem::transmute::<*const c_void, Option<_>>(address("glGetBooleani_v")),
                clip_control: std::mem::transmute::<*const c_void, Option<_>>(address("glClipControl")),
                provoking_vertex: std::mem::transmute::<*const c_void, Option<_>>(address("glProvokingVertex")),
            };
            let compute = opengl >= (4, 3);
            StateLayout {
                opengl,
                units: get(glow::MAX_TEXTURE_IMAGE_UNITS),
                images: if compute { get(glow::MAX_IMAGE_UNITS) } else { 0 },
                buffers: if compute { get(glow::MAX_SHADER_STORAGE_BUFFER_BINDINGS).min(64) } else { 0 },
                outputs: get(glow::MAX_DRAW_BUFFERS),
                debugs: compute || gl.supported_extensions().contains("GL_KHR_debug"),
                extra,
            }
        }
    }

    /// Returns the state of a new context.
    pub(super) fn initial_state(&self, gl: &Context) -> GlState {
        let mut values = Vec::new();
        self.visit_pieces(gl, &mut |_, _, initial| values.extend(initial));
        GlState(values)
    }

    /// Reads the current state.
    pub(super) fn read(&self, gl: &Context) -> GlState {
        // SAFETY: the context is current on this thread; the active unit is restored.
        let active = unsafe { gl.get_parameter_i32(glow::ACTIVE_TEXTURE) };
        let mut values = Vec::new();
        self.visit_pieces(gl, &mut |get, _, initial| {
            let start = values.len();
            values.resize(start + initial.len(), 0.0);
            get(&mut values[start..]);
        });
        // SAFETY: as above.
        unsafe { gl.active_texture(active as u32) }
        values[0] = f64::from(active);
        GlState(values)
    }

    /// Changes the state from `now` to `wanted`.
    pub(super) fn write(&self, gl: &Context, now: &GlState, wanted: &GlState) {
        let mut start = 0;
        self.visit_pieces(gl, &mut |_, set, initial| {
            let values = start..start + initial.len();
            if now.0[values.clone()] != wanted.0[values.clone()] {
                set(&wanted.0[values.clone()]);
            }
            start = values.end;
        });
        // SAFETY: the context is current on this thread.
        unsafe { gl.active_texture(wanted.0[0] as u32) }
    }

    /// Visits every piece of the state with its getter, its setter, and its value in a new context.
    /// The first piece is the active unit.
    fn visit_pieces(&self, gl: &Context, piece: &mut dyn FnMut(GetValues, SetValues, &[f64])) {
        // SAFETY: the context is current on this thread; each name and function is used only if the version has it; values
        // set were read before, or are those of a new context.
        unsafe {
            piece(&|_| {}, &|_| {}, &[f64::from(glow::TEXTURE0)]);
            self.visit_bindings(gl, piece);
            for (capability, on) in CAPABILITIES {
                self.visit_capability(gl, capability, on, piece);
            }
            for at in 0..CLIP_DISTANCE_COUNT {
                self.visit_capability(gl, glow::CLIP_DISTANCE0 + at, false, piece);
            }
            if self.opengl >= (4, 3) {
                self.visit_capability(gl, glow::PRIMITIVE_RESTART_FIXED_INDEX, false, piece);
            }
            self.visit_capability(gl, glow::TEXTURE_CUBE_MAP_SEAMLESS, false, piece);
            // glium disables it when it ends.
            if self.debugs {
                self.visit_capability(gl, glow::DEBUG_OUTPUT, false, piece);
            }
            self.visit_tests(gl, piece);
            self.visit_colours(gl, piece);
            for (parameter, initial) in PIXEL_STORE {
                piece(
                    &|now| now[0] = f64::from(gl.get_parameter_i32(parameter)),
                    &|wanted| gl.pixel_store_i32(parameter, wanted[0] as i32),
                    &[f64::from(initial)],
                );
            }
        }
    }

    unsafe fn visit_capability(
        &self,
        gl: &Context,
        name: u32,
        on: bool,
        piece: &mut dyn FnMut(GetValues, SetValues, &[f64]),
    ) {
        piece(
            // SAFETY: see `visit_pieces`.
            &|now| now[0] = f64::from(u8::from(unsafe { gl.is_enabled(name) })),
            // SAFETY: see `visit_pieces`.
            &|wanted| unsafe { if wanted[0] != 0.0 { gl.enable(name) } else { gl.disable(name) } },
            &[f64::from(u8::from(on))],
        );
    }
}
