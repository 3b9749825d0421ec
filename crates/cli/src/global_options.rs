//! The options of all subcommands.

use crate::device_options::DeviceOptions;
use clap::Args;
use std::path::PathBuf;

/// The options that stand before or after any subcommand.
#[derive(Args)]
pub struct GlobalOptions {
    #[command(flatten)]
    pub device: DeviceOptions,
    /// Edited kernel files in the place of the library's: those of this folder, by their names
    #[arg(long, global = true, value_name = "FOLDER")]
    pub kernels: Option<PathBuf>,
    /// Again at each save of an edited file
    #[arg(long, global = true)]
    pub on_save: bool,
}
