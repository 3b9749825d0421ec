//! What follows from where the crate is built, and for which platform.

use std::env::var_os;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GRISTMILL_WITHOUT_EGL");
    println!("cargo::rustc-check-cfg=cfg(kernels_from_files, opengl, opengl_window)");
    // In the crate's own tree a development build reads kernel files when the program runs (src/kernel/files.rs). What is packed for others
    // has no folder .ci.
    if Path::new(".ci").exists() {
        println!("cargo::rustc-cfg=kernels_from_files");
    }
    // The OpenGL machine opens its contexts by EGL, which Apple's systems have not; there the emulator serves. The variable builds here what
    // is built there.
    let apple = var_os("CARGO_CFG_TARGET_VENDOR").is_some_and(|vendor| vendor == "apple");
    let egl = !apple && var_os("GRISTMILL_WITHOUT_EGL").is_none();
    if egl && var_os("CARGO_FEATURE_GL").is_some() {
        println!("cargo::rustc-cfg=opengl");
    }
    if egl && var_os("CARGO_FEATURE_WINDOW").is_some() {
        println!("cargo::rustc-cfg=opengl_window");
    }
}
