//! The `gristmill` command; `gristmill --help` teaches it.

mod command;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
