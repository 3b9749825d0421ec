//! The options of all subcommands.

use crate::device_options::DeviceOptions;
use clap::Args;
use std::path::PathBuf;

/// The options that stand before or after any subcommand.
#[derive(Args)]
pub struct GlobalOptions {
    #[command(flatten)]
    pub device: DeviceOptions,
    /// A folder of edited kernel files that override the library's, by their names
    #[arg(long, global = true, value_name = "FOLDER")]
    pub kernels: Option<PathBuf>,
    /// Run again at each save of an edited file
    #[arg(long, global = true)]
    pub on_save: bool,
}
