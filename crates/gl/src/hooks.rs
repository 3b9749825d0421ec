//! Replaces four of glium's GL functions by ours, when glium asks for their addresses.
//!
//! glium 0.36 asserts `groups < limit` although GL allows `<=`, launches indirectly only from a type of its own, draws
//! every element of a vertex buffer, and issues memory barriers for some uses but not for others. With our functions a
//! launch does exactly what was requested, and barriers are chosen in one place, `src/machine/hazard_tracker.rs`.
//! It also panics at an array of uniforms of which a driver kept one item; here it gets that item's name without `[0]`.
//! Samplers of rectangle textures it takes for samplers of 2D textures: it has no values for them (`rectangle.rs`).
//! Remove these hooks when glium > 0.36 has fixed the problems (`tests/library/glium.rs` shows that).

mod adoption;
pub(super) mod storage_block;
pub(super) mod texture_1d;

use super::border::{self, BorderSampler};
use super::feedback;
use super::rectangle::{self, BoundRectangle};
use glow::{HasContext, NativeBuffer};
use std::cell::{Cell, RefCell};
use std::ffi::{c_char, c_void};
use std::rc::Rc;

pub(super) use adoption::with_adopted_name;

/// The real launch, when glium believes that it launches one group or all elements of a buffer.
pub(super) enum HookedLaunch {
    Groups([u32; 3]),
    /// Group counts from the buffer bound to `DISPATCH_INDIRECT_BUFFER`, at this byte offset.
    Indirect(i32),
    /// The number of vertices, and the buffers that they write.
    Vertices(i32, Vec<NativeBuffer>),
}

/// What glium cannot bind and a launch reads: samplers with a border, and rectangle textures.
#[derive(Clone, Default)]
pub(super) struct ReplacedBindings {
    pub borders: Vec<BorderSampler>,
    pub rectangles: Vec<BoundRectangle>,
}

impl ReplacedBindings {
    /// Runs `launch` with these in place of what glium has bound for the same names.
    fn bind_around(&self, gl: &glow::Context, launch: impl FnOnce()) {
        border::with_borders(gl, &self.borders, || rectangle::with_rectangles(gl, &self.rectangles, launch));
    }
}

/// A launch in progress: its context, the real launch, and what replaces glium's bindings.
type ActiveLaunch = (Rc<glow::Context>, HookedLaunch, ReplacedBindings);

thread_local! {
    // Contexts never leave their thread, so this does not either.
    static LAUNCH: RefCell<Option<ActiveLaunch>> = const { RefCell::new(None) };
    /// The driver's own `glGetActiveUniform`.
    static ACTIVE_UNIFORM: Cell<*const c_void> = const { Cell::new(std::ptr::null()) };
}

/// Runs `call`, which makes glium draw or dispatch once, and replaces glium's launch by `launch`, with these bindings
/// instead of glium's.
pub(super) fn with_launch<T>(
    gl: &Rc<glow::Context>,
    launch: HookedLaunch,
    replaced: &ReplacedBindings,
    call: impl FnOnce() -> T,
) -> T {
    LAUNCH.set(Some((gl.clone(), launch, replaced.clone())));
    let result = call();
    LAUNCH.set(None);
    result
}

/// Returns the function for a GL symbol: our replacement, or the driver's function at `address`.
pub(super) fn resolve_function(symbol: &str, address: *const c_void) -> *const c_void {
    if let Some(ours) = adoption::replace_function(symbol, address) {
        return ours;
    }
    texture_1d::note_address(symbol, address);
    storage_block::note_address(symbol, address);
    match symbol {
        "glDispatchCompute" => dispatch_compute as *const c_void,
        "glDrawArrays" => draw_arrays as *const c_void,
        "glMemoryBarrier" => memory_barrier as *const c_void,
        "glGetActiveUniform" if !address.is_null() => {
            ACTIVE_UNIFORM.set(address);
            active_uniform as *const c_void
        }
        _ => address,
    }
}

extern "system" fn dispatch_compute(_x: u32, _y: u32, _z: u32) {
    LAUNCH.with_borrow(|launch| match launch {
        // SAFETY: glium has bound a compute program and its resources; our caller has checked the counts
        // against the limits.
        Some((gl, HookedLaunch::Groups([x, y, z]), replaced)) => {
            replaced.bind_around(gl, || unsafe { gl.dispatch_compute(*x, *y, *z) });
        }
        // SAFETY: as above; our caller has bound the indirect buffer and checked the offset.
        Some((gl, HookedLaunch::Indirect(offset), replaced)) => {
            replaced.bind_around(gl, || unsafe { gl.dispatch_compute_indirect(*offset) });
        }
        _ => {}
    });
}

extern "system" fn draw_arrays(mode: u32, first: i32, _count: i32) {
    LAUNCH.with_borrow(|launch| {
        if let Some((gl, HookedLaunch::Vertices(count, written), replaced)) = launch {
            // SAFETY: glium has bound program, attributes and target; our caller has checked the count
            // against every attribute and every buffer that is written.
            replaced.bind_around(gl, || {
                feedback::with_feedback(gl, written, || unsafe { gl.draw_arrays(mode, first, *count) })
            });
        }
    });
}

extern "system" fn memory_barrier(_bits: u32) {}

type GetActiveUniform = extern "system" fn(u32, u32, i32, *mut i32, *mut i32, *mut u32, *mut c_char);

extern "system" fn active_uniform(
    program: u32,
    index: u32,
    room: i32,
    length: *mut i32,
    size: *mut i32,
    kind: *mut u32,
    name: *mut c_char,
) {
    // SAFETY: the address is that of the driver's glGetActiveUniform, saved when glium asked for it on this thread, and it
    // has this type.
    let ask: GetActiveUniform = unsafe { std::mem::transmute(ACTIVE_UNIFORM.get()) };
    ask(program, index, room, length, size, kind, name);
    // SAFETY: glium provides room for a size, a length, a type and a name, which the driver has just written: `letters`
    // bytes and a zero.
    unsafe {
        *kind = rectangle::as_plane_sampler(*kind);
        let letters = usize::try_from(*length).unwrap_or(0);
        let text = std::slice::from_raw_parts_mut(name.cast::<u8>(), letters);
        if *size == 1 && text.ends_with(b"[0]") {
            text[letters - 3] = 0;
            *length -= 3;
        }
    }
}
