//! Queries a program's resources. glow 0.18 does this wrongly: it takes the length of the answer
//! from a call without room for one. So the function is called by its address, which glium asks
//! for.

use std::cell::Cell;
use std::ffi::c_void;

const NAME: &str = "glGetProgramResourceiv";

thread_local! {
    /// The driver's own function.
    static DRIVER: Cell<*const c_void> = const { Cell::new(std::ptr::null()) };
}

type GetResource = extern "system" fn(u32, u32, u32, i32, *const u32, i32, *mut i32, *mut i32);

/// Saves the address if it is that of `glGetProgramResourceiv`.
pub(super) fn note_address(symbol: &str, address: *const c_void) {
    if symbol == NAME {
        DRIVER.set(address);
    }
}

/// Returns the binding point of a storage block of a program, or `None` if the driver lacks this query.
///
/// # Safety
/// An OpenGL context must be current, and the program must belong to it and have that block.
pub unsafe fn binding_point(program: glow::NativeProgram, block: u32) -> Option<u32> {
    if DRIVER.get().is_null() {
        return None;
    }
    // SAFETY: the address is of the driver's function, saved when glium asked for it on this thread, and it has this type.
    let ask: GetResource = unsafe { std::mem::transmute(DRIVER.get()) };
    let property = glow::BUFFER_BINDING;
    let mut length = 0;
    let mut point = 0;
    ask(program.0.get(), glow::SHADER_STORAGE_BLOCK, block, 1, &property, 1, &mut length, &mut point);
    (length == 1).then_some(point as u32)
}
