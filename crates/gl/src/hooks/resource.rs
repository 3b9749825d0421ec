//! A question to a program that glow 0.18 asks wrongly (it takes the answer's length from a call without room for one): by
//! its function's address, which glium asks for.

use std::cell::Cell;
use std::ffi::c_void;

const NAME: &str = "glGetProgramResourceiv";

thread_local! {
    /// The driver's own function.
    static DRIVER: Cell<*const c_void> = const { Cell::new(std::ptr::null()) };
}

type Ask = extern "system" fn(u32, u32, u32, i32, *const u32, i32, *mut i32, *mut i32);

/// Keeps the address, if it is that function's.
pub(super) fn note(symbol: &str, address: *const c_void) {
    if symbol == NAME {
        DRIVER.set(address);
    }
}

/// The binding point of a storage block of a program; none where the driver has no such question.
///
/// # Safety
/// A context of OpenGL is current, and the program is one of its and has that block.
pub unsafe fn binding_point(program: glow::NativeProgram, block: u32) -> Option<u32> {
    if DRIVER.get().is_null() {
        return None;
    }
    // SAFETY: the address is of the driver's function, kept when glium asked for it on this thread; of this type it is.
    let ask: Ask = unsafe { std::mem::transmute(DRIVER.get()) };
    let (property, mut length, mut point) = (glow::BUFFER_BINDING, 0, 0);
    ask(program.0.get(), glow::SHADER_STORAGE_BLOCK, block, 1, &property, 1, &mut length, &mut point);
    (length == 1).then_some(point as u32)
}
