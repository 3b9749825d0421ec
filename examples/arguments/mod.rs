//! The arguments that every example has, and how it ends.

use clap::Parser;
use gristmill::{Device, Era, Error, Result};
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments that every example has.
#[derive(Parser)]
pub struct Arguments {
    /// Run one era alone: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// Elements to work on; each example has a size of its own otherwise
    #[arg(long)]
    pub size: Option<usize>,
    /// What the made-up numbers follow from
    #[arg(long, default_value_t = 1)]
    pub seed: u32,
    /// Where pictures go
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
}

/// Runs an example in each era asked for. It says whether its result was right.
///
/// Exit codes: 0 right, 1 wrong, 2 usage, 3 no device. A machine whose OpenGL has no compute shaders runs the fragment era and says so.
pub fn run(example: impl Fn(&Device, &Arguments) -> Result<bool>) -> ExitCode {
    let arguments = Arguments::parse();
    let mut ran = 0;
    for era in Era::ALL.into_iter().filter(|era| arguments.era.is_none_or(|wanted| wanted == *era)) {
        let result = Device::open(era).and_then(|device| {
            println!("{era} era on {}", device.description().name);
            example(&device, &arguments)
        });
        match result {
            Ok(true) => ran += 1,
            Ok(false) => {
                eprintln!("wrong: the result differs from the reference");
                return ExitCode::from(1);
            }
            Err(Error::NoDevice { sentence }) => eprintln!("{sentence}"),
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::from(error.exit_code());
            }
        }
    }
    ExitCode::from(if ran > 0 { 0 } else { 3 })
}
