//! A buffer of another program in the hands of glium, which takes textures by their names, but no buffers.
//!
//! While one is adopted, the function that makes a name gives that one, and those that make memory do nothing;
//! the function that deletes a name leaves it out.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::num::NonZeroU32;

thread_local! {
    /// The name that glium is to believe it has made.
    static ADOPTING: Cell<Option<NonZeroU32>> = const { Cell::new(None) };
    /// The names that glium must not delete, as often as they are adopted.
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

type Make = extern "system" fn(i32, *mut u32);
type Delete = extern "system" fn(i32, *const u32);
type Fill = extern "system" fn(u32, isize, *const c_void, u32);

/// Runs `make`, which makes glium make one buffer, with that name for it.
pub fn adopting<T, E>(name: NonZeroU32, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    ADOPTING.set(Some(name));
    ADOPTED.with_borrow_mut(|names| names.push(name.get()));
    let made = make();
    ADOPTING.set(None);
    if made.is_err() {
        let _ = given_back(name.get()); // glium may have deleted it already
    }
    made
}

/// Whether that name was adopted: once less from now on.
fn given_back(name: u32) -> bool {
    ADOPTED.with_borrow_mut(|adopted| {
        let at = adopted.iter().position(|adopted| *adopted == name);
        at.map(|at| adopted.swap_remove(at)).is_some()
    })
}

/// Ours in the place of one of those functions.
pub(super) fn function(symbol: &str, address: *const c_void) -> Option<*const c_void> {
    let at = NAMES.iter().position(|name| *name == symbol)?;
    if address.is_null() {
        return None;
    }
    let mut driver = DRIVER.get();
    driver[at] = address;
    DRIVER.set(driver);
    Some(match at {
        0 => make::<0> as *const c_void,
        1 => make::<1> as *const c_void,
        2 => delete as *const c_void,
        3 => fill::<3> as *const c_void,
        4 => fill::<4> as *const c_void,
        5 => fill::<5> as *const c_void,
        _ => fill::<6> as *const c_void,
    })
}

extern "system" fn make<const AT: usize>(count: i32, names: *mut u32) {
    match ADOPTING.get() {
        // SAFETY: glium gives room for the one name that it asks for.
        Some(name) => unsafe { *names = name.get() },
        None => {
            // SAFETY: the address is of the driver's function, kept when glium asked for it on this thread; of
            // this type it is.
            let make: Make = unsafe { std::mem::transmute(DRIVER.get()[AT]) };
            make(count, names);
        }
    }
}

extern "system" fn delete(count: i32, names: *const u32) {
    // SAFETY: glium deletes one at a time, and the name is there.
    let name = unsafe { *names };
    if !given_back(name) {
        // SAFETY: as in `make`.
        let delete: Delete = unsafe { std::mem::transmute(DRIVER.get()[2]) };
        delete(count, names);
    }
}

extern "system" fn fill<const AT: usize>(what: u32, bytes: isize, data: *const c_void, how: u32) {
    if ADOPTING.get().is_none() {
        // SAFETY: as in `make`.
        let fill: Fill = unsafe { std::mem::transmute(DRIVER.get()[AT]) };
        fill(what, bytes, data, how);
    }
}
