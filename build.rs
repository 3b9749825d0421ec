//! Whether the crate is built in its own tree: a development build there reads kernel files when the program runs (src/kernel/files.rs).

use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(kernels_from_files)");
    // What is packed for others has no folder .ci.
    if Path::new(".ci").exists() {
        println!("cargo::rustc-cfg=kernels_from_files");
    }
}
