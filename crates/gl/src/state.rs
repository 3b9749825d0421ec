//! The state of a context that two programs use: what one of them has set is put away while the other one
//! draws, and put back after it.
//!
//! glium believes that nobody but itself changes the state of its context. In a context of another program
//! that is made true: a call puts the program's state away, and glium's in its place, and the other way round
//! when it ends. What is listed here is what glium or this module may change, and what would spoil a pass.

mod pieces;

use glow::{Context, HasContext};
use std::ffi::c_void;
use std::num::NonZeroU32;

/// Values of the state, one after another in the order of [`Layout::visit`]. A double holds every integer and
/// every name of GL.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct State(Vec<f64>);

/// How much of the state there is in a context.
pub(super) struct Layout {
    opengl: (u8, u8),
    units: u32,
    images: u32,
    buffers: u32,
    outputs: u32,
    /// Whether it can report what it thinks of calls.
    debugs: bool,
    extra: Extra,
}

/// Functions that glow lacks.
struct Extra {
    get_booleans: Option<extern "system" fn(u32, u32, *mut u8)>,
    clip_control: Option<extern "system" fn(u32, u32)>,
    provoking_vertex: Option<extern "system" fn(u32)>,
}

/// What is on or off, and whether it is on in a new context.
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

/// Planes that cut what a vertex kernel does not know of.
const CLIP_DISTANCES: u32 = 8;

/// How pixels lie in memory, and how they do in a new context.
const PIXELS: [(u32, i32); 16] = [
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

type Get<'a> = &'a dyn Fn(&mut [f64]);
type Set<'a> = &'a dyn Fn(&[f64]);

fn name(value: f64) -> Option<NonZeroU32> {
    NonZeroU32::new(value as u32)
}

impl Layout {
    /// Of the context that is current, whose functions `address` finds.
    pub(super) fn new(gl: &Context, opengl: (u8, u8), address: &mut dyn FnMut(&str) -> *const c_void) -> Layout {
        // SAFETY: each limit is asked for only where the version has it; the functions have had those
        // signatures since 3.0, 4.5 and 3.2; null is `None`.
        unsafe {
            let get = |name| gl.get_parameter_i32(name).max(0) as u32;
            let extra = Extra {
                get_booleans: std::mem::transmute::<*const c_void, Option<_>>(address("glGetBooleani_v")),
                clip_control: std::mem::transmute::<*const c_void, Option<_>>(address("glClipControl")),
                provoking_vertex: std::mem::transmute::<*const c_void, Option<_>>(address("glProvokingVertex")),
            };
            let compute = opengl >= (4, 3);
            Layout {
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

    /// The state of a new context.
    pub(super) fn initial(&self, gl: &Context) -> State {
        let mut values = Vec::new();
        self.visit(gl, &mut |_, _, initial| values.extend(initial));
        State(values)
    }

    /// The state of now.
    pub(super) fn read(&self, gl: &Context) -> State {
        // SAFETY: the context is current on this thread; the active unit is put back.
        let active = unsafe { gl.get_parameter_i32(glow::ACTIVE_TEXTURE) };
        let mut values = Vec::new();
        self.visit(gl, &mut |get, _, initial| {
            let start = values.len();
            values.resize(start + initial.len(), 0.0);
            get(&mut values[start..]);
        });
        // SAFETY: as above.
        unsafe { gl.active_texture(active as u32) }
        values[0] = f64::from(active);
        State(values)
    }

    /// Makes `wanted` the state, which is `now`.
    pub(super) fn write(&self, gl: &Context, now: &State, wanted: &State) {
        let mut start = 0;
        self.visit(gl, &mut |_, set, initial| {
            let values = start..start + initial.len();
            if now.0[values.clone()] != wanted.0[values.clone()] {
                set(&wanted.0[values.clone()]);
            }
            start = values.end;
        });
        // SAFETY: the context is current on this thread.
        unsafe { gl.active_texture(wanted.0[0] as u32) }
    }

    /// Every piece of the state: how it is asked for, how it is set, and what it is in a new context. The
    /// first one is the active unit.
    fn visit(&self, gl: &Context, piece: &mut dyn FnMut(Get, Set, &[f64])) {
        // SAFETY: the context is current on this thread; each name and function is asked for only where the
        // version has it; what is set has been asked for before, or is a new context's.
        unsafe {
            piece(&|_| {}, &|_| {}, &[f64::from(glow::TEXTURE0)]);
            self.bindings(gl, piece);
            for (capability, on) in CAPABILITIES {
                self.capability(gl, capability, on, piece);
            }
            for at in 0..CLIP_DISTANCES {
                self.capability(gl, glow::CLIP_DISTANCE0 + at, false, piece);
            }
            if self.opengl >= (4, 3) {
                self.capability(gl, glow::PRIMITIVE_RESTART_FIXED_INDEX, false, piece);
            }
            self.capability(gl, glow::TEXTURE_CUBE_MAP_SEAMLESS, false, piece);
            // glium turns it off when it ends.
            if self.debugs {
                self.capability(gl, glow::DEBUG_OUTPUT, false, piece);
            }
            self.tests(gl, piece);
            self.colours(gl, piece);
            for (parameter, initial) in PIXELS {
                piece(
                    &|now| now[0] = f64::from(gl.get_parameter_i32(parameter)),
                    &|wanted| gl.pixel_store_i32(parameter, wanted[0] as i32),
                    &[f64::from(initial)],
                );
            }
        }
    }

    unsafe fn capability(&self, gl: &Context, name: u32, on: bool, piece: &mut dyn FnMut(Get, Set, &[f64])) {
        piece(
            // SAFETY: see `visit`.
            &|now| now[0] = f64::from(u8::from(unsafe { gl.is_enabled(name) })),
            // SAFETY: see `visit`.
            &|wanted| unsafe { if wanted[0] != 0.0 { gl.enable(name) } else { gl.disable(name) } },
            &[f64::from(u8::from(on))],
        );
    }
}
