//! Lets the tests name files from the root of the tree, as the library does: `kernel!` finds a kernel's file by the
//! folder of the package that calls it.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    if let Some(root) = Path::new(&folder).parent() {
        println!("cargo::rustc-env=CARGO_MANIFEST_DIR={}", root.display());
    }
}
