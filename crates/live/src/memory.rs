//! The memory of the module, through which a page passes text in and out.
//!
//! The page allocates memory, writes the request into it and calls [`live_ask`]. The answer follows its length of four
//! bytes, lowest first. The page frees both.

use crate::answer;

/// Allocates `bytes` bytes; the page frees them by [`live_free`].
#[unsafe(no_mangle)]
pub extern "C" fn live_alloc(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Frees memory.
///
/// # Safety
/// The memory is from [`live_alloc`] with the same number of bytes, or is an answer with its four bytes, and is no
/// longer used.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_free(at: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise; both come from a boxed slice of that length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, bytes)) });
}

/// Answers the request of `bytes` bytes at an address.
///
/// # Safety
/// The bytes are initialised, and nobody writes to them during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_ask(at: *const u8, bytes: usize) -> *mut u8 {
    // SAFETY: the caller's promise.
    let request = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, bytes) });
    let text = answer(&request);
    let mut all = (text.len() as u32).to_le_bytes().to_vec();
    all.extend_from_slice(text.as_bytes());
    Box::into_raw(all.into_boxed_slice()).cast()
}
