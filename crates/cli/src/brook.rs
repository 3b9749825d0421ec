//! Programs in Brook, `.br` files: run, and checked.

use crate::device_options::{DeviceOptions, open_device};
use crate::include_options::IncludeOptions;
use crate::terminal::CommandResult;
#[cfg(feature = "emulator")]
use crate::terminal::number_format::count_with_noun;
use gristmill::includes::IncludeRequest;
use gristmill::{Era, Error, Result};
use gristmill_brook::{BrookProgram, RunOptions};
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Returns true if a name is that of a Brook file.
pub fn is_brook_file(name: &str) -> bool {
    name.ends_with(".br")
}

/// Reads a program, with the files that it includes.
fn read_program(file: &Path, includes: &IncludeOptions) -> Result<BrookProgram> {
    let bytes =
        std::fs::read(file).map_err(|error| Error::of_system(format!("{} cannot be read", file.display()), &error))?;
    // Comments of the time are in other encodings, so a wrong letter is no error.
    let text = String::from_utf8_lossy(&bytes);
    let folders = includes.folders_of(file)?;
    let lookup = |request: &IncludeRequest| folders.find_file(request);
    Ok(BrookProgram::read_with(&file.display().to_string(), &text, &lookup)?)
}

/// Runs a program in an era: the fragment era, for which Brook was made, if none is named.
pub fn run_brook(
    options: &DeviceOptions,
    file: &Path,
    includes: &IncludeOptions,
    era: Option<Era>,
    arguments: &[String],
) -> CommandResult {
    let program = read_program(file, includes)?;
    let device = open_device(options)?.with_era(era.unwrap_or(Era::Fragment))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let options = RunOptions { arguments: arguments.to_vec(), ..RunOptions::default() };
    let result = program.run(&device, &options, &mut out, &mut io::stderr());
    // What was printed before an error is shown before it.
    let flushed = out.flush();
    drop(out);
    let code = result.map_err(Error::from)?;
    flushed.map_err(|error| Error::of_system("the output cannot be written", &error))?;
    Ok(code == 0)
}

/// Checks a program: its text, and each kernel in both eras. Returns what is said of a right one.
#[cfg(feature = "emulator")]
pub fn check_brook(file: &Path, includes: &IncludeOptions) -> Result<String> {
    let program = read_program(file, includes)?;
    let kernels = program.kernels();
    for kernel in &kernels {
        for era in Era::ALL {
            kernel.source(era).map_err(Error::from)?.check(era)?;
        }
    }
    let count = count_with_noun(kernels.len(), "kernel");
    let main = if program.has_main() { "a host part that runs" } else { "no function main" };
    Ok(format!("right: {count} in both eras, {main}"))
}
