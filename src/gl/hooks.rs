//! Three GL functions of glium's replaced by ours, by answering its question for their address.
//!
//! glium 0.36 asserts `groups < limit` where GL allows `<=`, launches indirectly only from a type of its own, draws every element of
//! a vertex buffer, and issues memory barriers for some uses but not for others. With these three in our hands a launch is what was asked
//! for, and barriers are chosen in one place, `src/hazard.rs`. Remove when glium > 0.36 has mended them (`tests/glium.rs` tells).

use glow::HasContext;
use std::cell::RefCell;
use std::ffi::c_void;
use std::rc::Rc;

/// What to launch when glium believes it launches one group, or all elements of a buffer.
#[derive(Clone, Copy)]
pub(super) enum Launch {
    Groups([u32; 3]),
    /// From the buffer bound to `DISPATCH_INDIRECT_BUFFER`, at this byte.
    Indirect(i32),
    Vertices(i32),
}

thread_local! {
    // Contexts never leave their thread, so neither does this.
    static LAUNCH: RefCell<Option<(Rc<glow::Context>, Launch)>> = const { RefCell::new(None) };
}

/// Runs `call`, which makes glium draw or dispatch once, and launches `launch` instead of what glium asks for.
pub(super) fn with<T>(gl: &Rc<glow::Context>, launch: Launch, call: impl FnOnce() -> T) -> T {
    LAUNCH.set(Some((gl.clone(), launch)));
    let result = call();
    LAUNCH.set(None);
    result
}

/// Our function for a GL symbol, if we replace it.
pub(super) fn replaced(symbol: &str) -> Option<*const c_void> {
    match symbol {
        "glDispatchCompute" => Some(dispatch_compute as *const c_void),
        "glDrawArrays" => Some(draw_arrays as *const c_void),
        "glMemoryBarrier" => Some(memory_barrier as *const c_void),
        _ => None,
    }
}

extern "system" fn dispatch_compute(_x: u32, _y: u32, _z: u32) {
    LAUNCH.with_borrow(|launch| match launch {
        // SAFETY: glium has bound a compute program and its resources; our caller has checked the counts against the limits.
        Some((gl, Launch::Groups([x, y, z]))) => unsafe { gl.dispatch_compute(*x, *y, *z) },
        // SAFETY: as above; our caller has bound the indirect buffer and checked the offset.
        Some((gl, Launch::Indirect(offset))) => unsafe { gl.dispatch_compute_indirect(*offset) },
        _ => {}
    });
}

extern "system" fn draw_arrays(mode: u32, first: i32, _count: i32) {
    LAUNCH.with_borrow(|launch| {
        if let Some((gl, Launch::Vertices(count))) = launch {
            // SAFETY: glium has bound program, attributes and target; our caller has checked the count against every attribute.
            unsafe { gl.draw_arrays(mode, first, *count) }
        }
    });
}

extern "system" fn memory_barrier(_bits: u32) {}
