//! Builds the modules of the pages for the browser, with the toolchain for WebAssembly that is installed.

use crate::terminal::warn;
use gristmill::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The hint if no toolchain is installed.
pub const INSTALL_HINT: &str =
    "to run kernels in the pages, run rustup target add wasm32-wasip1 and set WASI_SDK_PATH to a wasi-sdk";

/// The target triple of the browser's modules.
const TARGET_TRIPLE: &str = "wasm32-wasip1";

/// Builds the modules that are older than their source, and returns their folder; `None` if no toolchain is installed.
pub fn build_modules(root: &Path) -> Result<Option<PathBuf>> {
    let Some(commands) = build_commands(root) else { return Ok(None) };
    warn("the emulator is built for the browser; the first time takes some minutes");
    for command in commands {
        run_build(root, command)?;
    }
    Ok(Some(target_folder(root).join(TARGET_TRIPLE).join("live")))
}

fn run_build(root: &Path, mut command: Command) -> Result<()> {
    // `cargo run` sets this for the toolchain that runs this program.
    let status = command
        .current_dir(root)
        .env_remove("LD_LIBRARY_PATH")
        .stdout(Stdio::null())
        .status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Error::data(format!(
            "the emulator could not be built for the browser ({status}); fix the errors above"
        ))),
        Err(error) => Err(Error::data(format!(
            "the emulator could not be built for the browser: {error}; see crates/live/README.md"
        ))),
    }
}

/// Returns the folder of the builds for the browser, as in `.ci/live`.
fn target_folder(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), |folder| root.join(folder))
        .join("live")
}

fn build_commands(root: &Path) -> Option<Vec<Command>> {
    rustup_commands(root).or_else(|| debian_command(root).map(|command| vec![command]))
}

/// Returns the build commands of Rust's own target, with the C++ of a wasi-sdk for glslang.
///
/// The reader of Cg is built apart: in one build with the emulator's module it would have that module's features, and
/// ask another one.
fn rustup_commands(root: &Path) -> Option<Vec<Command>> {
    let sdk = PathBuf::from(std::env::var_os("WASI_SDK_PATH").filter(|path| !path.is_empty())?);
    let installed = Command::new("rustup").args(["target", "list", "--installed"]).output().ok()?;
    if !String::from_utf8_lossy(&installed.stdout)
        .lines()
        .any(|target| target == TARGET_TRIPLE)
    {
        return None;
    }
    let builds: [&[&str]; 2] = [&["gristmill-live", "gristmill-live-wgsl"], &["gristmill-live-cg"]];
    Some(
        builds
            .into_iter()
            .map(|packages| rustup_command(root, &sdk, packages))
            .collect(),
    )
}

fn rustup_command(root: &Path, sdk: &Path, packages: &[&str]) -> Command {
    let streams = root.join("crates/live/src/wasi/streams");
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.arg("build");
    for package in packages {
        command.args(["-p", package]);
    }
    command
        .args(["--lib", "--profile", "live", "--target", TARGET_TRIPLE, "--target-dir"])
        .arg(target_folder(root))
        .env("WASI_SYSROOT", sdk.join("share/wasi-sysroot"))
        .env("CXX_wasm32_wasip1", sdk.join("bin/clang++"))
        .env("AR_wasm32_wasip1", sdk.join("bin/llvm-ar"))
        .env("CXXFLAGS_wasm32_wasip1", format!("-isystem {} -Wno-deprecated", streams.display()))
        // glslang and the walks through kernels recurse deeply.
        .env("CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS", "-C target-feature=+simd128 -C link-arg=-zstack-size=16777216");
    command
}

/// Returns the build command of Debian's packages, if all of them are installed.
fn debian_command(root: &Path) -> Option<Command> {
    let script = root.join(".ci/live");
    let quiet = Command::new(&script)
        .arg("--installed")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    quiet.is_ok_and(|status| status.success()).then(|| Command::new(script))
}
