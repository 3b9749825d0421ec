//! Sets the cfgs of the interfaces by which the OpenGL backend opens its contexts.

use std::env::{var, var_os};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GRISTMILL_WITHOUT_OPENGL");
    println!("cargo::rustc-check-cfg=cfg(egl, wgl, cgl, opengl, opengl_window)");
    // The variable builds here what is built on a system without any of them.
    let system = var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    let vendor = var("CARGO_CFG_TARGET_VENDOR").unwrap_or_default();
    let interface = match system.as_str() {
        _ if var_os("GRISTMILL_WITHOUT_OPENGL").is_some() => return,
        "windows" => "wgl",
        "macos" => "cgl",
        _ if vendor == "apple" => return,
        _ => "egl",
    };
    println!("cargo::rustc-cfg={interface}");
    println!("cargo::rustc-cfg=opengl");
    if interface != "cgl" && var_os("CARGO_FEATURE_WINDOW").is_some() {
        println!("cargo::rustc-cfg=opengl_window");
    }
}
