//! The figures of the book, as their makers draw them.

mod diagrams;
mod tables;

use std::process::{Command, Output, Stdio};

/// The root of the project, where the command is typed.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Runs `cargo xtask`; returns the exit code, what it printed and what it warned of.
fn run_xtask(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gristmill-xtask"));
    command.current_dir(ROOT).args(arguments).stdin(Stdio::null());
    for name in ["GRISTMILL_DEVICE", "MESA_GL_VERSION_OVERRIDE", "NO_COLOR", "COLUMNS"] {
        command.env_remove(name);
    }
    let Output { status, stdout, stderr } = command.output().unwrap();
    let out = String::from_utf8(stdout).unwrap();
    let errors = String::from_utf8(stderr).unwrap();
    assert!(!errors.contains("panicked"), "{errors}");
    (status.code(), out, errors)
}
