//! `gristmill split`: cuts a kernel into passes that fit a card.

use crate::cards::fit::{choose_entry, flatten_kernel};
use crate::check::kernel_run::child_compiler;
use crate::include_options::{DefineOptions, IncludeOptions};
use crate::output_files::save_file;
use crate::terminal::number_format::format_count;
use crate::terminal::text_table::{format_table, new_table};
use crate::terminal::{CommandResult, print_line, print_wrapped};
use clap::Args;
use gristmill::{Profile, Result};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `split`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill split LONG.frag                          the passes for the Radeon 9700
  gristmill split LONG.frag --card geforce-fx-5900   another card
  gristmill split LONG.frag --out PASSES             the kernels of the passes, as files

Values that one pass computes and a later one needs are kept in textures, four floats per texel; the kernels call \
them kept_0, kept_1 and so on, and read them at their own position. In Rust, Device::split cuts a kernel and runs \
its passes. Exit code 2: no cut is possible, and the line of the cause is shown.")]
pub struct SplitArgs {
    /// A fragment kernel
    pub file: PathBuf,
    /// The card, of `gristmill cards`
    #[arg(long, default_value = "radeon-9700", value_name = "NAME")]
    pub card: String,
    /// The function that a .cg or .hlsl begins with, TECHNIQUE.PASS of a .fx or .cgfx, the entry point of a .wgsl or .spv
    #[arg(long, value_name = "NAME")]
    pub entry: Option<String>,
    #[command(flatten)]
    pub includes: IncludeOptions,
    #[command(flatten)]
    pub defines: DefineOptions,
    /// A folder for the kernels of the passes
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn split_kernel(wanted: &SplitArgs) -> CommandResult {
    let card = Profile::named(&wanted.card)?;
    let launch = choose_entry(wanted.entry.as_deref())?;
    wanted.includes.check_folders()?;
    let kernel = wanted.defines.define_names(wanted.includes.read_kernel(&wanted.file)?);
    let passes = flatten_kernel(kernel, None, &launch, &child_compiler()?)?.split(card)?;
    let stem = wanted.file.file_stem().map_or("pass".into(), |stem| stem.to_string_lossy());
    let mut files = vec![];
    if let Some(folder) = &wanted.out {
        for (number, pass) in passes.iter().enumerate() {
            files.push(write_pass(folder, &format!("{stem}_pass_{number}.frag"), &pass.text)?);
        }
    }
    if wanted.json {
        let all = passes.iter().map(|pass| {
            json!({"arithmetic": pass.arithmetic, "texture": pass.texture, "reads": pass.reads, "writes": pass.writes,
                "floats": pass.floats, "text": pass.text})
        });
        print_line(format!("{:#}", json!({"card": card.name, "passes": all.collect::<Vec<_>>()})))?;
        return Ok(true);
    }
    let mut rows =
        new_table(&[">pass", ">arithmetic", ">reads", ">of earlier passes", ">textures written", ">floats kept"]);
    for (number, pass) in passes.iter().enumerate() {
        let numbers = [pass.arithmetic as usize, pass.texture as usize, pass.reads.len(), pass.writes, pass.floats];
        rows.add_row(std::iter::once(number.to_string()).chain(numbers.map(format_count)));
    }
    print_line(format_table(&rows))?;
    print_line("")?;
    let floats: usize = passes.iter().map(|pass| pass.floats).sum();
    print_wrapped(match passes.len() {
        1 => format!("{} takes it in one pass.", card.title),
        several => {
            format!(
                "{} takes it in {several} passes, which keep {} floats per fragment.",
                card.title,
                format_count(floats)
            )
        }
    })?;
    for file in files {
        print_line(file.display())?;
    }
    Ok(true)
}

fn write_pass(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let path = folder.join(name);
    save_file(&path, text)?;
    Ok(path)
}
