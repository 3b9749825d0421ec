//! Two functions of 1D textures, which glow 0.18 lacks: by their addresses, which glium asks for.

use glow::PixelUnpackData;
use std::cell::Cell;
use std::ffi::c_void;

const NAMES: [&str; 2] = ["glTexSubImage1D", "glCopyTexSubImage1D"];

thread_local! {
    /// The driver's own functions, in the order of `NAMES`.
    static DRIVER: Cell<[*const c_void; NAMES.len()]> = const { Cell::new([std::ptr::null(); NAMES.len()]) };
}

type Write = extern "system" fn(u32, i32, i32, i32, u32, u32, *const c_void);
type Copy = extern "system" fn(u32, i32, i32, i32, i32, i32);

/// Keeps the address, if it is of one of the two.
pub(super) fn note(symbol: &str, address: *const c_void) {
    if let Some(at) = NAMES.iter().position(|name| *name == symbol) {
        let mut driver = DRIVER.get();
        driver[at] = address;
        DRIVER.set(driver);
    }
}

/// Writes so many texels of the 1D texture that is bound, from texel `x` on.
///
/// # Safety
/// A context of OpenGL is current, a 1D texture is bound and has those texels, and the data are as many.
pub unsafe fn write(x: i32, width: i32, class: u32, kind: u32, data: PixelUnpackData) {
    let data = match data {
        PixelUnpackData::BufferOffset(offset) => offset as usize as *const c_void,
        PixelUnpackData::Slice(bytes) => bytes.map_or(std::ptr::null(), |bytes| bytes.as_ptr().cast()),
    };
    // SAFETY: the address is of the driver's function, kept when glium asked for it on this thread; every
    // OpenGL has it, and of this type it is.
    let write: Write = unsafe { std::mem::transmute(DRIVER.get()[0]) };
    write(glow::TEXTURE_1D, 0, x, width, class, kind, data);
}

/// Copies so many texels of the framebuffer that is bound for reading, from (x, y) on, to the 1D texture that
/// is bound, from texel `to` on.
///
/// # Safety
/// A context of OpenGL is current, both are bound, and both have those texels.
pub unsafe fn copy(to: i32, x: i32, y: i32, width: i32) {
    // SAFETY: as in `write`.
    let copy: Copy = unsafe { std::mem::transmute(DRIVER.get()[1]) };
    copy(glow::TEXTURE_1D, 0, to, x, y, width);
}
