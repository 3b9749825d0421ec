//! `gristmill cards`: the cards of 2002 to 2008 and the interfaces, as a table or one in detail.

use super::arguments::{Arguments, Cards};
use super::columns::{table, text};
use super::open;
use super::say::{Done, say, tell};
use gristmill::Profile;
use gristmill::card::{Fact, FactRow, Mark, ProfileKind};
use serde_json::json;
use std::fmt::Write;

/// The name of the machine that the command runs on.
const HERE: &str = "this-machine";

pub fn cards(arguments: &Arguments, wanted: &Cards) -> Done {
    match &wanted.name {
        Some(name) if name == HERE => {
            let device = open(arguments)?;
            // Only a text output gets a heading; JSON stays valid.
            if !wanted.json {
                tell(&device.info().name)?;
            }
            one(&device.profile()?, wanted.json)
        }
        Some(name) => one(Profile::named(name)?, wanted.json),
        None if wanted.json => {
            say(format!("{:#}", json!(Profile::all())))?;
            Ok(true)
        }
        None => all(),
    }
}

/// Formats a limit, with a star if it has no source.
fn limit(fact: &Fact<Option<u32>>) -> String {
    let number = fact.value.map_or("-".to_string(), |limit| limit.to_string());
    starred(number, fact.mark)
}

fn starred(number: String, mark: Mark) -> String {
    if mark.is_sourced() { number } else { number + "*" }
}

/// Formats arithmetic and texture slots, separately if each has its own limit.
fn slots(profile: &Profile) -> String {
    let (arithmetic, texture, total) = (&profile.arithmetic_slots, &profile.texture_slots, &profile.total_slots);
    match (arithmetic.value, texture.value) {
        (Some(one), Some(other)) if arithmetic.value != total.value => format!("{one}+{other}"),
        _ => limit(total),
    }
}

/// Formats the row of a card: its name, year and main limits.
fn row(profile: &Profile) -> [String; 9] {
    let format = format!("{:?}", profile.arithmetic.value.format).to_lowercase();
    [
        profile.name.to_string(),
        starred(profile.year.value.to_string(), profile.year.mark),
        slots(profile),
        limit(&profile.indirections),
        limit(&profile.temporaries),
        limit(&profile.constants),
        starred(profile.samplers.value.to_string(), profile.samplers.mark),
        starred(profile.outputs.value.to_string(), profile.outputs.mark),
        starred(format, profile.arithmetic.mark),
    ]
}

fn all() -> Done {
    let columns = ["card", ">year", ">slots", ">levels", ">temps", ">consts", ">inputs", ">outputs", "float"];
    let mut rows = table(&columns);
    for profile in Profile::all() {
        if profile.name == "ps-2-0" {
            rows.add_row([""; 9]);
        }
        rows.add_row(row(profile));
    }
    say(text(&rows))?;
    say("")?;
    tell(
        "Slots are instructions of a fragment kernel, arithmetic + texture where they are counted apart; levels those of reads at computed \
         addresses; temps and consts registers of four components; inputs and outputs the textures of a pass. - is no limit, * has no source. \
         Interfaces have the least that each must give. `gristmill cards NAME` has the rest.",
    )?;
    Ok(true)
}

fn one(profile: &Profile, for_programs: bool) -> Done {
    if for_programs {
        say(format!("{:#}", json!(profile)))?;
        return Ok(true);
    }
    tell(format!("{} ({}, {})", profile.title, profile.name, price(profile)))?;
    tell(profile.changed)?;
    tell(format!("One wrote {}.", profile.wrote))?;
    say("")?;
    let mut sources: Vec<&str> = vec![];
    let mut rows = table(&["limit", "value", "source"]);
    for FactRow { name, value, mark, source, .. } in profile.rows() {
        let number = sources.iter().position(|known| *known == source).unwrap_or_else(|| {
            sources.push(source);
            sources.len() - 1
        });
        rows.add_row([name.to_string(), value, format!("{}{}", mark.letter(), number + 1)]);
    }
    say(text(&rows))?;
    say("")?;
    for (number, source) in (1..).zip(&sources) {
        say(format!("{number:3}  {source}"))?;
    }
    say("")?;
    tell(
        "S a specification says it, D an open driver, P something published, C worked out from those, M memory alone: believed, A this machine's driver.",
    )?;
    Ok(true)
}

/// Formats the year and the price: `2002, $399 as remembered`.
fn price(profile: &Profile) -> String {
    let year = starred(profile.year.value.to_string(), profile.year.mark);
    match profile.price.value {
        Some(dollars) if profile.price.mark.is_sourced() => format!("{year}, ${dollars}"),
        Some(dollars) => format!("{year}, ${dollars} as remembered"),
        None => year,
    }
}

/// Returns the table of the cards, as the book includes it.
pub fn page() -> String {
    let mut page = "| | ".to_string();
    let cards: Vec<&Profile> = Profile::all()
        .iter()
        .filter(|profile| profile.kind == ProfileKind::Card)
        .collect();
    page += &cards.iter().map(|card| card.title).collect::<Vec<_>>().join(" | ");
    let _ = writeln!(page, " |\n|---|{}", "---|".repeat(cards.len()));
    let columns: Vec<Vec<FactRow>> = cards.iter().map(|card| card.rows()).collect();
    let years = cards.iter().map(|card| card.year.value.to_string()).collect::<Vec<_>>();
    let _ = writeln!(page, "| year | {} |", years.join(" | "));
    for (at, first) in columns.first().into_iter().flatten().enumerate() {
        let cells = columns.iter().filter_map(|column| column.get(at));
        let cells: Vec<String> = cells.map(|cell| format!("{} [{}]", cell.value, cell.mark.letter())).collect();
        let _ = writeln!(page, "| {} | {} |", first.name, cells.join(" | "));
    }
    page
}
