//! `gristmill list`: the algorithms and their rungs.

use super::arguments::List;
use super::columns::{Table, table, width};
use super::say::{Done, say, tell};
use super::table::count;
use gristmill::algorithms::{Algorithm, TABLE};
use serde_json::{Value, json};

/// The columns of a rung; its card is the oldest that accepts it unchanged. On a narrow terminal the last columns are
/// left out: a rung's name shows its era.
const COLUMNS: [&str; 5] = ["rung", "card", "method", "source", "era"];
/// Spaces before a rung.
const INDENT: usize = 2;

/// From this width on, the source of a rung is shown, on several lines.
const WIDE: usize = 110;

/// Chooses as many columns as fit for every algorithm, so that all tables look alike.
fn shown(width: Option<usize>) -> &'static [&'static str] {
    let most = width.unwrap_or(usize::MAX);
    let all_fit = TABLE.iter().all(|algorithm| rungs(algorithm, &COLUMNS).whole() <= most);
    let columns = match most {
        _ if all_fit => COLUMNS.len(),
        WIDE.. => 4,
        _ => 3,
    };
    COLUMNS.get(..columns).unwrap_or(&COLUMNS)
}

fn rungs(algorithm: &Algorithm, columns: &[&str]) -> Table {
    let mut rows = table(columns);
    for rung in algorithm.rungs {
        let era = rung.era.to_string();
        let card = rung.card.unwrap_or("-");
        rows.add_row(
            [rung.name, card, rung.method, rung.source, &era]
                .into_iter()
                .take(columns.len()),
        );
    }
    rows
}

pub fn list(arguments: &List) -> Done {
    let wanted = arguments.algorithm.as_deref().map(Algorithm::find).transpose()?;
    let listed = || {
        TABLE
            .iter()
            .filter(|algorithm| wanted.is_none_or(|wanted| wanted.name == algorithm.name))
    };
    if arguments.json {
        say(format!("{:#}", json!(listed().map(described).collect::<Vec<_>>())))?;
        return Ok(true);
    }
    let shown = shown(width().map(|width| width - INDENT));
    let mut part = "";
    for algorithm in listed() {
        if algorithm.part != part {
            part = algorithm.part;
            say(format!("== {} ==\n", part.replace('_', " ")))?;
        }
        tell(format!("{}: {} ({} elements on the tour)", algorithm.name, algorithm.summary, count(algorithm.size)))?;
        if algorithm.rungs.is_empty() {
            say("  no rungs in this version\n")?;
            continue;
        }
        let rungs = rungs(algorithm, shown);
        let layout = rungs.layout(width().map(|width| width - INDENT));
        for line in rungs.body(&layout).lines() {
            say(format!("{:INDENT$}{line}", ""))?;
        }
        say("")?;
    }
    let more = if shown.len() < COLUMNS.len() { " A wider terminal shows more, and --json all." } else { "" };
    tell(format!(
        "Columns: {}.{more} A rung's card is the oldest of `gristmill cards` that takes it as it is. `gristmill run NAME` runs one, `gristmill compare NAME` times its rungs.",
        shown.join(", ")
    ))?;
    Ok(true)
}

fn described(algorithm: &Algorithm) -> Value {
    let rungs: Vec<_> = algorithm
        .rungs
        .iter()
        .map(|rung| {
            json!({"name": rung.name, "era": rung.era.to_string(), "method": rung.method, "source": rung.source, "card": rung.card})
        })
        .collect();
    json!({"name": algorithm.name, "part": algorithm.part, "summary": algorithm.summary, "size": algorithm.size, "rungs": rungs})
}
