//! How a page hands text in and takes text out: memory of the module's own.
//!
//! The page asks for memory, writes the request there and calls [`live_ask`]; the answer lies behind its length, four
//! bytes, lowest first, and the page gives both back.

use crate::answer;

/// Memory for so many bytes; the page gives it back by [`live_free`].
#[unsafe(no_mangle)]
pub extern "C" fn live_alloc(bytes: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; bytes].into_boxed_slice()).cast()
}

/// Takes memory back.
///
/// # Safety
/// It is what [`live_alloc`] gave for as many bytes, or an answer and its four bytes, and nobody uses it any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_free(at: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise; both come from a boxed slice of that length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, bytes)) });
}

/// Answers the request of so many bytes that stands there.
///
/// # Safety
/// So many bytes are there, written, and nobody writes them meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn live_ask(at: *const u8, bytes: usize) -> *mut u8 {
    // SAFETY: the caller's promise.
    let request = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, bytes) });
    let text = answer(&request);
    let mut all = (text.len() as u32).to_le_bytes().to_vec();
    all.extend_from_slice(text.as_bytes());
    Box::into_raw(all.into_boxed_slice()).cast()
}
