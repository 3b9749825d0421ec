//! Sets the cfgs of systems that have EGL, by which the OpenGL machine opens its contexts.

use std::env::var_os;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GRISTMILL_WITHOUT_EGL");
    println!("cargo::rustc-check-cfg=cfg(opengl, opengl_window)");
    // Apple's systems have no EGL; there the emulator serves. The variable builds here what is built there.
    let apple = var_os("CARGO_CFG_TARGET_VENDOR").is_some_and(|vendor| vendor == "apple");
    if apple || var_os("GRISTMILL_WITHOUT_EGL").is_some() {
        return;
    }
    println!("cargo::rustc-cfg=opengl");
    if var_os("CARGO_FEATURE_WINDOW").is_some() {
        println!("cargo::rustc-cfg=opengl_window");
    }
}
