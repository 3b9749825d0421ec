//! The `gristmill` command: a file or a folder for each subcommand, and the code that they share. The program is
//! [`run_from_args`]; the modules that are public serve the makers of the book, in `crates/xtask`.
//!
//! Exit codes: 0 right, 1 a wrong result, 2 usage, bad input or nothing judged, 3 no device, 4 this machine is short of
//! something.

mod arguments;
pub mod bench;
mod book;
mod brook;
mod cards;
#[cfg(feature = "emulator")]
mod check;
pub mod compare;
pub mod device_options;
mod dispatch;
mod doctor;
pub mod experiment;
mod global_options;
pub mod html;
mod include_options;
pub mod input;
mod list;
pub mod measure;
pub mod output_files;
mod overrides;
pub mod plots;
#[cfg(feature = "emulator")]
mod profile;
#[cfg(feature = "emulator")]
mod puzzle;
#[cfg(feature = "emulator")]
mod report;
mod run;
pub mod terminal;
#[cfg(feature = "emulator")]
mod test;
mod tour;

pub use dispatch::run_from_args;
