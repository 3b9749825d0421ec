//! The program `gristmill`.

use std::process::ExitCode;

fn main() -> ExitCode {
    gristmill_command::run_from_args()
}
