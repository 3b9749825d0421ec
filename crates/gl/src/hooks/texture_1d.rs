//! Two functions for 1D textures that glow 0.18 lacks, called by their addresses, which glium asks for.

use glow::PixelUnpackData;
use std::cell::Cell;
use std::ffi::c_void;

const NAMES: [&str; 2] = ["glTexSubImage1D", "glCopyTexSubImage1D"];

thread_local! {
    /// The driver's own functions, in the order of `NAMES`.
    static DRIVER: Cell<[*const c_void; NAMES.len()]> = const { Cell::new([std::ptr::null(); NAMES.len()]) };
}

type WriteTexels = extern "system" fn(u32, i32, i32, i32, u32, u32, *const c_void);
type CopyTexels = extern "system" fn(u32, i32, i32, i32, i32, i32);

/// Saves the address if it is of one of the two functions.
pub(super) fn note_address(symbol: &str, address: *const c_void) {
    if let Some(at) = NAMES.iter().position(|name| *name == symbol) {
        let mut driver = DRIVER.get();
        driver[at] = address;
        DRIVER.set(driver);
    }
}

/// Writes `width` texels of the bound 1D texture, starting at texel `x`.
///
/// # Safety
/// An OpenGL context must be current, a 1D texture with these texels must be bound, and the data must be as long.
pub unsafe fn write_texels(x: i32, width: i32, class: u32, kind: u32, data: PixelUnpackData) {
    let data = match data {
        PixelUnpackData::BufferOffset(offset) => offset as usize as *const c_void,
        PixelUnpackData::Slice(bytes) => bytes.map_or(std::ptr::null(), |bytes| bytes.as_ptr().cast()),
    };
    // SAFETY: the address is of the driver's function, saved when glium asked for it on this thread. Every OpenGL has it,
    // and it has this type.
    let write: WriteTexels = unsafe { std::mem::transmute(DRIVER.get()[0]) };
    write(glow::TEXTURE_1D, 0, x, width, class, kind, data);
}

/// Copies `width` texels of the framebuffer bound for reading, starting at (x, y), to the bound 1D texture, starting at
/// texel `to`.
///
/// # Safety
/// An OpenGL context must be current, both must be bound, and both must have these texels.
pub unsafe fn copy_texels(to: i32, x: i32, y: i32, width: i32) {
    // SAFETY: as in `write_texels`.
    let copy: CopyTexels = unsafe { std::mem::transmute(DRIVER.get()[1]) };
    copy(glow::TEXTURE_1D, 0, to, x, y, width);
}
