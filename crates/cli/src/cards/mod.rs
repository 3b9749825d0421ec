//! `gristmill cards`: the cards of 2002 to 2008 and the interfaces, as a table or one in detail.

#[cfg(feature = "emulator")]
pub mod audit;
#[cfg(feature = "emulator")]
pub mod fit;
#[cfg(feature = "emulator")]
pub mod split;

use crate::device_options::DeviceOptions;
use crate::device_options::open_device;
use crate::terminal::text_table::{format_table, new_table};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped};
use clap::Args;
use gristmill::Profile;
use gristmill::card::{Fact, FactRow, Mark};
use serde_json::json;

/// Arguments of `cards`.
#[derive(Args)]
pub struct CardsArgs {
    /// One of them: radeon-9700, geforce-6800, ps-2-0, webgl-1 .. or this-machine
    pub name: Option<String>,
    /// What kernels of the two units may read and write on it
    #[arg(long, requires = "name")]
    pub memory: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// The name of the machine that the command runs on.
const THIS_MACHINE: &str = "this-machine";

pub fn show_cards(options: &DeviceOptions, wanted: &CardsArgs) -> CommandResult {
    match &wanted.name {
        Some(name) if name == THIS_MACHINE => {
            let device = open_device(options)?;
            // Only a text output gets a heading; JSON stays valid.
            if !wanted.json {
                print_wrapped(&device.info().name)?;
            }
            print_wanted(&device.profile()?, wanted)
        }
        Some(name) => print_wanted(Profile::named(name)?, wanted),
        None if wanted.json => {
            print_line(format!("{:#}", json!(Profile::all())))?;
            Ok(true)
        }
        None => print_all_cards(),
    }
}

/// Prints a card, or the rules of its memory.
fn print_wanted(profile: &Profile, wanted: &CardsArgs) -> CommandResult {
    match (wanted.memory, wanted.json) {
        (true, true) => print_line(format!("{:#}", json!(profile.memory_rules())))?,
        (true, false) => print_memory(profile)?,
        (false, for_programs) => return print_card(profile, for_programs),
    }
    Ok(true)
}

/// Prints the rules of a card's memory, both halves of each.
fn print_memory(profile: &Profile) -> Result<(), EarlyExit> {
    let mut rows = new_table(&["a kernel of", "the vertex unit", "the fragment unit"]);
    for rule in profile.memory_rules() {
        let halves = [rule.vertex, rule.fragment].map(|half| format!("{} [{}]", half.says, half.mark.letter()));
        let [vertex, fragment] = halves;
        rows.add_row([rule.access.to_string(), vertex, fragment]);
    }
    print_wrapped(profile.title)?;
    print_line("")?;
    print_line(format_table(&rows))?;
    Ok(())
}

/// Formats a limit, with a star if it has no source.
fn format_limit(fact: &Fact<Option<u32>>) -> String {
    let number = fact.value.map_or("-".to_string(), |limit| limit.to_string());
    star_unsourced(number, fact.mark)
}

fn star_unsourced(number: String, mark: Mark) -> String {
    if mark.is_sourced() { number } else { number + "*" }
}

/// Formats arithmetic and texture slots, separately if each has its own limit.
fn format_slots(profile: &Profile) -> String {
    let arithmetic = &profile.arithmetic_slots;
    let texture = &profile.texture_slots;
    let total = &profile.total_slots;
    match (arithmetic.value, texture.value) {
        (Some(one), Some(other)) if arithmetic.value != total.value => format!("{one}+{other}"),
        _ => format_limit(total),
    }
}

/// Formats the row of a card: its name, year and main limits.
fn card_row(profile: &Profile) -> [String; 9] {
    let format = format!("{:?}", profile.arithmetic.value.format).to_lowercase();
    [
        profile.name.to_string(),
        star_unsourced(profile.year.value.to_string(), profile.year.mark),
        format_slots(profile),
        format_limit(&profile.indirections),
        format_limit(&profile.temporaries),
        format_limit(&profile.constants),
        star_unsourced(profile.samplers.value.to_string(), profile.samplers.mark),
        star_unsourced(profile.outputs.value.to_string(), profile.outputs.mark),
        star_unsourced(format, profile.arithmetic.mark),
    ]
}

fn print_all_cards() -> CommandResult {
    let columns = ["card", ">year", ">slots", ">levels", ">temps", ">consts", ">inputs", ">outputs", "float"];
    let mut rows = new_table(&columns);
    for profile in Profile::all() {
        if profile.name == "ps-2-0" {
            rows.add_row([""; 9]);
        }
        rows.add_row(card_row(profile));
    }
    print_line(format_table(&rows))?;
    print_line("")?;
    print_wrapped(
        "Slots are instructions of a fragment kernel, arithmetic + texture where they are counted apart; levels those of reads at computed \
         addresses; temps and consts registers of four components; inputs and outputs the textures of a pass. - is no limit, * has no source. \
         Interfaces have the least that each must give. `gristmill cards NAME` has the rest.",
    )?;
    Ok(true)
}

fn print_card(profile: &Profile, for_programs: bool) -> CommandResult {
    if for_programs {
        print_line(format!("{:#}", json!(profile)))?;
        return Ok(true);
    }
    print_wrapped(format!("{} ({}, {})", profile.title, profile.name, year_and_price(profile)))?;
    print_wrapped(profile.changed)?;
    print_wrapped(format!("One wrote {}.", profile.wrote))?;
    print_line("")?;
    let mut sources: Vec<&str> = vec![];
    let mut rows = new_table(&["limit", "value", "source"]);
    for FactRow { name, value, mark, source, .. } in profile.rows() {
        let number = sources.iter().position(|known| *known == source).unwrap_or_else(|| {
            sources.push(source);
            sources.len() - 1
        });
        rows.add_row([name.to_string(), value, format!("{}{}", mark.letter(), number + 1)]);
    }
    print_line(format_table(&rows))?;
    print_line("")?;
    print_memory(profile)?;
    print_line("")?;
    for (number, source) in (1..).zip(&sources) {
        print_line(format!("{number:3}  {source}"))?;
    }
    print_line("")?;
    print_wrapped(
        "S a specification says it, D an open driver, P something published, C worked out from those, M memory alone: believed, A this machine's driver.",
    )?;
    Ok(true)
}

/// Formats the year and the price: `2002, $399 as remembered`.
fn year_and_price(profile: &Profile) -> String {
    let year = star_unsourced(profile.year.value.to_string(), profile.year.mark);
    match profile.price.value {
        Some(dollars) if profile.price.mark.is_sourced() => format!("{year}, ${dollars}"),
        Some(dollars) => format!("{year}, ${dollars} as remembered"),
        None => year,
    }
}
