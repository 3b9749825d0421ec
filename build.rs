//! The table of the kernel files, and what follows from where the crate is built and for which platform.

#[path = "src/kernel/kernel_list.rs"]
mod kernel_list;

use std::env::{self, var_os};
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/kernel/kernel_list.rs");
    println!("cargo::rerun-if-env-changed=GRISTMILL_WITHOUT_EGL");
    println!("cargo::rustc-check-cfg=cfg(kernels_from_files, opengl, opengl_window)");
    // In the crate's own tree a development build reads kernel files when the program runs (src/kernel/files.rs), and an
    // edited one builds nothing. What is packed for others has no folder .ci.
    let is_development = var_os("PROFILE").is_some_and(|profile| profile == "debug");
    if is_development && Path::new(".ci").exists() {
        println!("cargo::rustc-cfg=kernels_from_files");
    } else {
        write_kernel_table()?;
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
    Ok(())
}

/// Writes the table that src/kernel/kernel_table.rs includes: the path of each kernel file, and its text.
fn write_kernel_table() -> io::Result<()> {
    let mut table = String::from("&[\n");
    for path in kernel_list::list_kernel_files(Path::new("."))? {
        table += &format!("    LibraryFile {{ path: {path:?}, file: crate::kernel_file!({path:?}) }},\n");
    }
    table += "]\n";
    for folder in kernel_list::KERNEL_FOLDERS {
        println!("cargo::rerun-if-changed={folder}");
    }
    let folder = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&folder).join("library_files.rs"), table)
}
