//! `gristmill fit`: which cards accept a kernel, and what the others refuse.

use crate::check::kernel_run::child_compiler;
use crate::include_options::{DefineOptions, IncludeOptions};
use crate::terminal::text_table::{CellStyle, TableCell, format_table, new_table};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, warn};
use clap::Args;
use gristmill::card::FlatKernel;
use gristmill::check::{ChildCompiler, KernelCheck, LaunchOptions};
use gristmill::{Error, Profile, Result, kernels};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `fit`.
#[derive(Args)]
pub struct FitArgs {
    /// Kernels as FILE.frag, .vert, .fp, .vp, .cg, .hlsl, .fx, .cgfx, .wgsl or .spv, or folders of them
    #[arg(value_name = "FILE|FOLDER", required = true)]
    pub files: Vec<PathBuf>,
    /// The function that a .cg or .hlsl begins with, TECHNIQUE.PASS of a .fx or .cgfx, the entry point of a .wgsl or .spv
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    /// A specialisation constant, by its name or its number
    #[arg(long, value_name = "NAME=VALUE")]
    pub constant: Vec<String>,
    /// The stage of a kernel, if the ending of its file does not name it
    #[arg(long, value_name = "STAGE")]
    pub stage: Option<String>,
    #[command(flatten)]
    pub includes: IncludeOptions,
    #[command(flatten)]
    pub defines: DefineOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn show_fit(wanted: &FitArgs) -> CommandResult {
    wanted.includes.check_folders()?;
    let files = kernel_files(&wanted.files, wanted)?;
    let mut launch = choose_entry(wanted.entry.as_deref())?;
    for constant in &wanted.constant {
        launch = launch.option("constant", constant)?;
    }
    let mut kernels: Vec<(PathBuf, FlatKernel)> = vec![];
    let mut unfit = None;
    let compiler = child_compiler()?;
    for file in files {
        let kernel = read_kernel(wanted, &file);
        match kernel.and_then(|kernel| flatten_kernel(kernel, wanted.stage.as_deref(), &launch, &compiler)) {
            Ok(kernel) => kernels.push((file, kernel)),
            // Of many files, one that cannot be read does not stop the others.
            Err(error) => {
                warn(&error);
                unfit.get_or_insert(error);
            }
        }
    }
    if wanted.json {
        let all = kernels.iter().map(|(file, kernel)| {
            let fits: Vec<_> = Profile::all().iter().map(|profile| kernel.fit(profile)).collect();
            json!({"file": file.display().to_string(), "fits": fits})
        });
        print_line(format!("{:#}", json!(all.collect::<Vec<_>>())))?;
    } else if let [(_, kernel)] = kernels.as_slice() {
        print_by_cards(kernel)?;
    } else if !kernels.is_empty() {
        print_line(format_table(&kernels_table(&kernels)))?;
        print_line("")?;
        print_wrapped(count_taken(&kernels))?;
    }
    match unfit {
        Some(error) => Err(EarlyExit::Reported(error)),
        None if kernels.is_empty() => {
            Err(Error::data("there is no fragment kernel to fit; name a FILE.frag, or a folder of them").into())
        }
        None => Ok(true),
    }
}

/// Returns the kernel files to fit; of a folder those that end with `.frag`, `.vert`, `.comp` or an ending of Cg or HLSL.
fn kernel_files(what: &[PathBuf], wanted: &FitArgs) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in what {
        if path.is_dir() {
            files.extend(kernels::files_of(path)?.into_iter().filter(|file: &PathBuf| {
                match file.extension().and_then(|ending| ending.to_str()) {
                    Some("frag" | "vert" | "comp") => true,
                    Some("cg" | "hlsl" | "fx" | "cgfx") => !is_include_file(file, wanted),
                    _ => false,
                }
            }));
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Returns true if a file is only for inclusion by others.
fn is_include_file(file: &Path, wanted: &FitArgs) -> bool {
    read_kernel(wanted, file).is_ok_and(|kernel| kernel.is_include_file())
}

fn read_kernel(wanted: &FitArgs, file: &Path) -> Result<KernelCheck> {
    Ok(wanted.defines.define_names(wanted.includes.read_kernel(file)?))
}

/// Returns launch options that name the function to begin with, if one is named.
pub fn choose_entry(entry: Option<&str>) -> Result<LaunchOptions> {
    entry.map_or_else(|| Ok(LaunchOptions::new()), |entry| LaunchOptions::new().option("entry", entry))
}

/// Compiles a kernel in a child process, and flattens it. `stage` is its stage if its name does not say it.
pub fn flatten_kernel(
    kernel: KernelCheck,
    stage: Option<&str>,
    launch: &LaunchOptions,
    compiler: &ChildCompiler,
) -> Result<FlatKernel> {
    let kernel = match stage {
        Some(stage) => kernel.stage(stage)?,
        None => kernel,
    };
    kernel.compiled_by(compiler).flat_for(launch)
}

/// Prints a row for each card.
fn print_by_cards(kernel: &FlatKernel) -> Result<(), EarlyExit> {
    let mut rows = new_table(&["card", "verdict", "for instance"]).with_optional(&["for instance"]);
    for profile in Profile::all() {
        let fit = kernel.fit(profile);
        let look = if fit.is_taken() { CellStyle::Green } else { CellStyle::Red };
        let first = fit.refusals().next();
        let line = first
            .filter(|demand| demand.line > 0)
            .map(|demand| format!("line {}", demand.line));
        rows.add_row([
            TableCell::new(profile.name),
            TableCell::new(shorten_verdict(&fit.verdict())).with_style(look),
            TableCell::new(line.unwrap_or_default()),
        ]);
    }
    print_line(format_table(&rows))?;
    print_line("")?;
    let name = kernel.name();
    print_wrapped(format!(
        "`gristmill check --card NAME {name}` draws what a card refuses, with both numbers and the way round, on the textures \
         that it runs on: a card's sizes, formats and filters are limits of those."
    ))?;
    let depends = Profile::all().iter().flat_map(|profile| kernel.fit(profile).conditions);
    let mut known: Vec<&str> = vec![];
    for condition in depends {
        if !known.contains(&condition.thing) {
            known.push(condition.thing);
            print_wrapped(format!("Condition: {}", condition.sentence))?;
        }
    }
    Ok(())
}

/// Shortens a verdict, so that the card's name fits on an 80-column line as well.
fn shorten_verdict(verdict: &str) -> String {
    const MAX_CHARS: usize = 56;
    if verdict.chars().count() <= MAX_CHARS {
        return verdict.to_string();
    }
    let mut kept = String::new();
    let mut left = 0;
    for part in verdict.split(", ") {
        if left > 0 || kept.chars().count() + part.chars().count() + 14 > MAX_CHARS {
            left += 1;
            continue;
        }
        kept += if kept.is_empty() { "" } else { ", " };
        kept += part;
    }
    format!("{kept} and {left} more")
}

/// The cards in the table of many kernels, with their column names.
const SHOWN_CARDS: [(&str, &str); 9] = [
    ("radeon-9700", "9700"),
    ("geforce-fx-5900", "5900"),
    ("radeon-x800", "X800"),
    ("geforce-6800", "6800"),
    ("geforce-7800", "7800"),
    ("radeon-x1800", "X1800"),
    ("geforce-8800", "8800"),
    ("opengl-3-3", "GL 3.3"),
    ("opengl-4-3", "GL 4.3"),
];

fn kernels_table(kernels: &[(PathBuf, FlatKernel)]) -> crate::terminal::text_table::TextTable {
    let heads: Vec<&str> = ["kernel"]
        .into_iter()
        .chain(SHOWN_CARDS.iter().map(|(_, head)| *head))
        .collect();
    let mut rows = new_table(&heads);
    for (_, kernel) in kernels {
        let profiles = SHOWN_CARDS.iter().filter_map(|(name, _)| Profile::named(name).ok());
        let cells = profiles.map(|profile| kernel.fit(profile)).map(|fit| match fit.is_taken() {
            true if fit.takes_floats() => TableCell::new("fits").with_style(CellStyle::Green),
            true => TableCell::new("bytes"),
            false => TableCell::new("-"),
        });
        rows.add_row([TableCell::new(kernel.name())].into_iter().chain(cells));
    }
    rows
}

/// Counts the kernels that each card accepts: `Of 154 kernels each card accepts: radeon-9700 0, geforce-fx-5900 0,
/// ..`.
fn count_taken(kernels: &[(PathBuf, FlatKernel)]) -> String {
    let mut all = vec![];
    let mut bytes = vec![];
    for profile in Profile::all() {
        let fits: Vec<_> = kernels.iter().map(|(_, kernel)| kernel.fit(profile)).collect();
        let taken = fits.iter().filter(|fit| fit.is_taken()).count();
        let in_bytes = fits.iter().filter(|fit| fit.is_taken() && !fit.takes_floats()).count();
        all.push(format!("{} {taken}", profile.name));
        if in_bytes > 0 {
            bytes.push(format!("{} {in_bytes}", profile.name));
        }
    }
    let bytes = match bytes.as_slice() {
        [] => String::new(),
        bytes => format!(" Of these, with textures or targets of bytes only: {}.", bytes.join(", ")),
    };
    format!("Of {} kernels each card accepts: {}.{bytes}", kernels.len(), all.join(", "))
}
