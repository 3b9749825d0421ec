//! `gristmill audit`: the range in which a kernel's address arithmetic is right, in a card's numbers.

use crate::include_options::IncludeOptions;
use crate::terminal::number_format::format_count;
use crate::terminal::text_table::{CellStyle, TableCell, TextTable, format_table, new_table};
use crate::terminal::{CommandResult, print_line, print_wrapped, progress_bar};
use clap::Args;
use gristmill::audit::{AddressAudit, Translation, audit as audited, audit_in_halves};
use gristmill::{Error, Profile, Result};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Arguments of `audit`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gristmill audit                                        listings 33-1 and 33-2 as printed, and the corrected one
  gristmill audit MINE.frag --function texel             on a card of each kind of floats
  gristmill audit MINE.frag --function texel --card radeon-9700 --elements 200000

The function has the index (float) as its first parameter, optionally followed by the width (float) or the size \
(vec2; float2 in Cg) of the texture; it returns the column and the row (vec2). Textures hold zeros in an audit. Exit code 1: an \
element within the range has a wrong texel.")]
pub struct AuditArgs {
    /// A kernel in GLSL or Cg, or a file that kernels include, that defines the translation
    #[arg(requires = "function")]
    pub file: Option<PathBuf>,
    /// The function that converts an index to a texel
    #[arg(long, value_name = "NAME", requires = "file")]
    pub function: Option<String>,
    /// The card whose arithmetic is used, instead of one of each kind of floats
    #[arg(long, value_name = "NAME")]
    pub card: Option<String>,
    /// Use the card's half floats
    #[arg(long, requires = "card")]
    pub halves: bool,
    /// Texels in a row, instead of 1024 and 1000
    #[arg(long, value_name = "N")]
    pub width: Option<usize>,
    /// Elements of the stream; by default two more than the card has whole numbers
    #[arg(long, value_name = "N")]
    pub elements: Option<usize>,
    /// The function returns texture coordinates from 0 to 1
    #[arg(long, requires = "file")]
    pub coordinates: bool,
    /// A uniform of the file
    #[arg(long, value_name = "NAME=X[,Y..]", requires = "file")]
    pub uniform: Vec<String>,
    #[command(flatten)]
    pub includes: IncludeOptions,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// A card of each kind of float, and true if its halves are used.
const DEFAULT_CARDS: [(&str, bool); 3] = [("geforce-fx-5900", true), ("radeon-9700", false), ("geforce-6800", false)];
/// A power of two, and a width that is not.
const DEFAULT_WIDTHS: [usize; 2] = [1024, 1000];

pub fn audit_addresses(wanted: &AuditArgs) -> CommandResult {
    wanted.includes.check_folders()?;
    let translations = match &wanted.file {
        Some(file) => vec![read_translation(wanted, file)?],
        None => Translation::printed().into_iter().chain([Translation::corrected()]).collect(),
    };
    let cards: Vec<(&str, bool)> = match &wanted.card {
        Some(card) => vec![(card, wanted.halves)],
        None => DEFAULT_CARDS.to_vec(),
    };
    let widths = wanted.width.map_or(DEFAULT_WIDTHS.to_vec(), |width| vec![width]);
    let bar = progress_bar(translations.len() * cards.len() * widths.len());
    let mut found = vec![];
    let mut refused = vec![];
    for translation in &translations {
        for &(card, halves) in &cards {
            for &width in &widths {
                match audit_translation(translation, Profile::named(card)?, halves, width, wanted.elements) {
                    Ok(audit) => found.push(audit),
                    // Of many cards, one that refuses does not stop the others.
                    Err(error @ Error::Card { .. }) if wanted.card.is_none() => refused.push(error),
                    Err(error) => return Err(error.into()),
                }
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    if wanted.json {
        print_line(format!("{:#}", json!(found)))?;
    } else {
        print_line(format_table(&audit_table(&found)))?;
        print_line("")?;
        for error in &refused {
            print_wrapped(error.to_string())?;
        }
        print_wrapped(
            "An element is wrong that goes to another's texel. Whole numbers end at 2,048, 131,072 and 16,777,216 in floats of 16, 24 and 32 bits.",
        )?;
    }
    // The printed listings are wrong as published; a user's own must be right as far as the card has whole numbers, or
    // as far as is asked.
    let asked = |audit: &AddressAudit| wanted.elements.unwrap_or(audit.format.whole_numbers() as usize + 1);
    match refused.into_iter().next() {
        Some(error) if found.is_empty() => Err(error.into()),
        _ => Ok(wanted.file.is_none()
            || found
                .iter()
                .all(|audit: &AddressAudit| audit.first.is_none_or(|wrong| wrong.index >= asked(audit)))),
    }
}

fn read_translation(wanted: &AuditArgs, file: &Path) -> Result<Translation> {
    let function = wanted.function.as_deref().unwrap_or_default();
    let mut translation = Translation::of_file_in(file, &wanted.includes.folders_of(file)?, function)?;
    if wanted.coordinates {
        translation = translation.in_coordinates();
    }
    for uniform in &wanted.uniform {
        let wrong = || Error::data(format!("--uniform {uniform}: write NAME=X, or NAME=X,Y and so on"));
        let (name, numbers) = uniform.split_once('=').ok_or_else(wrong)?;
        let numbers: Vec<f32> = numbers
            .split(',')
            .map(|number| number.trim().parse().map_err(|_| wrong()))
            .collect::<Result<_>>()?;
        translation = translation.uniform(name, &numbers)?;
    }
    Ok(translation)
}

fn audit_translation(
    translation: &Translation,
    card: &'static Profile,
    halves: bool,
    width: usize,
    elements: Option<usize>,
) -> Result<AddressAudit> {
    let run = if halves { audit_in_halves } else { audited };
    let format = match card.half_arithmetic.value {
        Some(arithmetic) if halves => arithmetic.format,
        _ => card.arithmetic.value.format,
    };
    run(card, translation, width, elements.unwrap_or(format.whole_numbers() as usize + 2))
}

fn audit_table(found: &[AddressAudit]) -> TextTable {
    let mut rows = new_table(&["function", "width", "card", "elements", "wrong", "the first of them"])
        .with_optional(&["elements"]);
    for audit in found {
        let look = if audit.is_right() { CellStyle::Green } else { CellStyle::Red };
        let first = audit.first.map_or(String::new(), |wrong| {
            let [[column, row], [x, y]] = [wrong.texel.map(|place| place as f32), wrong.given];
            format!("{}: ({x}, {y}), not ({column}, {row})", format_count(wrong.index))
        });
        rows.add_row([
            TableCell::new(audit.function.clone()),
            TableCell::new(audit.width),
            TableCell::new(audit.card),
            TableCell::new(format_count(audit.elements)),
            TableCell::new(format_count(audit.wrong)).with_style(look),
            TableCell::new(first),
        ]);
    }
    rows
}
