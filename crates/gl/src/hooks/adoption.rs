//! Lets glium adopt a buffer of another program. glium accepts existing textures by name, but not buffers.
//!
//! During an adoption, the function that creates a name returns the adopted one, and the functions
//! that allocate memory do nothing. The function that deletes names skips adopted ones.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::num::NonZeroU32;

thread_local! {
    /// The name that glium should believe it has created.
    static ADOPTING: Cell<Option<NonZeroU32>> = const { Cell::new(None) };
    /// The names that glium must not delete, once for each adoption.
    static ADOPTED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
    /// The driver's own functions, in the order of `NAMES`.
    static DRIVER: Cell<[*const c_void; NAMES.len()]> = const { Cell::new([std::ptr::null(); NAMES.len()]) };
}

const NAMES: [&str; 7] = [
    "glCreateBuffers",
    "glGenBuffers",
    "glDeleteBuffers",
    "glNamedBufferStorage",
    "glNamedBufferStorageEXT",
    "glBufferStorage",
    "glBufferData",
];

type MakeNames = extern "system" fn(i32, *mut u32);
type DeleteNames = extern "system" fn(i32, *const u32);
type FillBuffer = extern "system" fn(u32, isize, *const c_void, u32);

/// Runs `make`, which makes glium create one buffer, and gives that buffer this name.
pub fn with_adopted_name<T, E>(name: NonZeroU32, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    ADOPTING.set(Some(name));
    ADOPTED.with_borrow_mut(|names| names.push(name.get()));
    let made = make();
    ADOPTING.set(None);
    if made.is_err() {
        let _ = release_name(name.get()); // glium may have deleted it already
    }
    made
}

/// Ends one adoption of a name; returns false if it was not adopted.
fn release_name(name: u32) -> bool {
    ADOPTED.with_borrow_mut(|adopted| {
        let at = adopted.iter().position(|adopted| *adopted == name);
        at.map(|at| adopted.swap_remove(at)).is_some()
    })
}

/// Returns our replacement of a function, or `None` if it is not replaced.
pub(super) fn replace_function(symbol: &str, address: *const c_void) -> Option<*const c_void> {
    let at = NAMES.iter().position(|name| *name == symbol)?;
    if address.is_null() {
        return None;
    }
    let mut driver = DRIVER.get();
    driver[at] = address;
    DRIVER.set(driver);
    Some(match at {
        0 => make_names::<0> as *const c_void,
        1 => make_names::<1> as *const c_void,
        2 => delete_names as *const c_void,
        3 => fill_buffer::<3> as *const c_void,
        4 => fill_buffer::<4> as *const c_void,
        5 => fill_buffer::<5> as *const c_void,
        _ => fill_buffer::<6> as *const c_void,
    })
}

extern "system" fn make_names<const AT: usize>(count: i32, names: *mut u32) {
    match ADOPTING.get() {
        // SAFETY: glium provides room for the one name that it requests.
        Some(name) => unsafe { *names = name.get() },
        None => {
            // SAFETY: the address is of the driver's function, saved when glium asked for it on this thread, and it has
            // this type.
            let make: MakeNames = unsafe { std::mem::transmute(DRIVER.get()[AT]) };
            make(count, names);
        }
    }
}

extern "system" fn delete_names(count: i32, names: *const u32) {
    // SAFETY: glium deletes one name at a time, and the pointer is valid.
    let name = unsafe { *names };
    if !release_name(name) {
        // SAFETY: as in `make_names`.
        let delete: DeleteNames = unsafe { std::mem::transmute(DRIVER.get()[2]) };
        delete(count, names);
    }
}

extern "system" fn fill_buffer<const AT: usize>(what: u32, bytes: isize, data: *const c_void, how: u32) {
    if ADOPTING.get().is_none() {
        // SAFETY: as in `make_names`.
        let fill: FillBuffer = unsafe { std::mem::transmute(DRIVER.get()[AT]) };
        fill(what, bytes, data, how);
    }
}
