//! The table of the ways that ran on the cards before 2006: their passes and their errors on each card.

use gristmill::algorithms::{Check, Rung, TABLE, Workload};
use gristmill::card::ProfileKind;
use gristmill::{Device, Era, Profile, Result};
use gristmill_command::measure::is_refusal;
use gristmill_command::terminal::number_format::format_error;
use std::fmt::Write;

/// Elements of each run: not a power of two, and few enough for the emulator to play six cards.
const SIZE: usize = 1_021;
/// The card from which on all kernels of the library run; the table ends before it.
const LAST_CARD: &str = "geforce-8800";

/// Writes the table, as the book includes it. Each cell is from a run on the emulator that plays the card.
///
/// # Errors
/// Those of a run that is neither right nor refused by the card.
pub fn ways_page() -> Result<String> {
    let cards: Vec<&Profile> = Profile::all()
        .iter()
        .filter(|profile| profile.kind == ProfileKind::Card && profile.name != LAST_CARD)
        .collect();
    let titles: Vec<String> = cards
        .iter()
        .map(|card| format!("{} ({})", card.title, card.year.value))
        .collect();
    let mut page = format!(
        "| algorithm | way | passes | {} |\n|---|---|---:|{}\n",
        titles.join(" | "),
        "---|".repeat(cards.len())
    );
    let mut algorithms = 0;
    for algorithm in TABLE {
        let of_their_time = algorithm
            .of_era(Era::Fragment)
            .filter(|rung| rung.card.is_some_and(|card| card != LAST_CARD));
        let ways: Vec<&Rung> = of_their_time.collect();
        algorithms += usize::from(!ways.is_empty());
        for way in ways {
            let runs: Vec<CardRun> = cards.iter().map(|card| run_on_card(way, card)).collect::<Result<_>>()?;
            let passes = runs
                .iter()
                .find_map(|run| run.passes)
                .map_or("-".to_string(), |passes| passes.to_string());
            let cells: Vec<&str> = runs.iter().map(|run| run.cell.as_str()).collect();
            let (part, name) = (algorithm.part, algorithm.name);
            let _ =
                writeln!(page, "| [{name}]({part}/{name}.md) | `{}` | {passes} | {} |", way.name, cells.join(" | "));
        }
    }
    let _ = writeln!(
        page,
        "\n{algorithms} of {} algorithms have a way for a card before the GeForce 8800. About {SIZE} elements, one run per \
         cell on the emulator that plays the card; the number is the largest error against the reference, in the unit \
         of the algorithm's chapter.",
        TABLE.len()
    );
    Ok(page)
}

/// A run of a way on a card.
struct CardRun {
    /// `None` if the card refuses a kernel.
    passes: Option<usize>,
    /// The error, or the reason of the refusal.
    cell: String,
}

fn run_on_card(way: &Rung, card: &'static Profile) -> Result<CardRun> {
    match check_on_card(way, card) {
        Ok((check, passes)) => {
            let wrong = if check.passed() { "" } else { " **wrong**" };
            let error = if check.error == 0.0 { "exact".to_string() } else { format_error(check.error) };
            Ok(CardRun { passes: Some(passes), cell: format!("{error}{wrong}") })
        }
        Err(error) if is_refusal(&error) => {
            Ok(CardRun { passes: None, cell: format!("no: {}", name_limit(&error.to_string())) })
        }
        Err(error) => Err(error),
    }
}

fn check_on_card(way: &Rung, card: &'static Profile) -> Result<(Check, usize)> {
    let device = Device::emulator(Era::Fragment)?.with_card(card)?;
    let mut trial = (way.prepare)(&device, &Workload::new(SIZE, 1))?;
    let ((), trace) = device.trace(|| trial.run())?;
    Ok((trial.check()?, trace.passes()))
}

/// Returns the limit in the sentence of a refusal: `outputs` of `sort_2005.frag: outputs: 2 of 1 on ..`.
fn name_limit(sentence: &str) -> &str {
    let mut parts = sentence
        .split(": ")
        .skip_while(|part| part.ends_with(".frag") || part.ends_with(".vert"));
    parts.next().unwrap_or(sentence)
}
