//! The table of the kernel files, and what follows from where the crate is built and for which platform.

#[path = "src/kernel/kernel_list.rs"]
mod kernel_list;

use std::env::{self, var_os};
use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/kernel/kernel_list.rs");
    println!("cargo::rerun-if-env-changed=GRISTMILL_WITHOUT_OPENGL");
    println!("cargo::rustc-check-cfg=cfg(kernels_from_files, egl, opengl, opengl_window)");
    // In the crate's own tree a development build reads kernel files when the program runs (src/kernel/files.rs), and an
    // edited one builds nothing. What is packed for others has no folder .ci.
    let is_development = var_os("PROFILE").is_some_and(|profile| profile == "debug");
    if is_development && Path::new(".ci").exists() {
        println!("cargo::rustc-cfg=kernels_from_files");
    } else {
        write_kernel_table()?;
    }
    set_opengl();
    Ok(())
}

/// Sets the cfgs of the OpenGL backend, as its own build script does: `opengl` where it opens contexts, `egl` where that is by
/// EGL, and `opengl_window` where it draws on windows.
fn set_opengl() {
    let is_apple = env::var("CARGO_CFG_TARGET_VENDOR").is_ok_and(|vendor| vendor == "apple");
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    // The variable builds here what is built on a system without OpenGL. Of Apple's systems macOS alone has it.
    if var_os("GRISTMILL_WITHOUT_OPENGL").is_some() || (is_apple && system != "macos") {
        return;
    }
    if var_os("CARGO_FEATURE_GL").is_some() {
        println!("cargo::rustc-cfg=opengl");
        if !is_apple && system != "windows" {
            println!("cargo::rustc-cfg=egl");
        }
    }
    if !is_apple && var_os("CARGO_FEATURE_WINDOW").is_some() {
        println!("cargo::rustc-cfg=opengl_window");
    }
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
