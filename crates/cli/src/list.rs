//! `gristmill list`: the algorithms and their rungs.

use crate::terminal::number_format::format_count;
use crate::terminal::text_table::{TextTable, new_table, terminal_width};
use crate::terminal::{CommandResult, print_line, print_wrapped};
use clap::Args;
use gristmill::algorithms::{Algorithm, TABLE};
use serde_json::{Value, json};

/// Arguments of `list`.
#[derive(Args)]
pub struct ListArgs {
    /// Only this algorithm
    pub algorithm: Option<String>,
    #[arg(long, help = "Print JSON")]
    pub json: bool,
}

/// The columns of a rung; its card is the oldest that accepts it unchanged. On a narrow terminal the last columns are
/// left out: a rung's name shows its era.
const LIST_COLUMNS: [&str; 5] = ["rung", "card", "method", "source", "era"];
/// Spaces before a rung.
const INDENT: usize = 2;

/// From this width on, the source of a rung is shown, on several lines.
const WIDE_TERMINAL: usize = 110;

/// Chooses as many columns as fit for every algorithm, so that all tables look alike.
fn choose_columns(width: Option<usize>) -> &'static [&'static str] {
    let most = width.unwrap_or(usize::MAX);
    let all_fit = TABLE
        .iter()
        .all(|algorithm| rungs_table(algorithm, &LIST_COLUMNS).full_width() <= most);
    let columns = match most {
        _ if all_fit => LIST_COLUMNS.len(),
        WIDE_TERMINAL.. => 4,
        _ => 3,
    };
    LIST_COLUMNS.get(..columns).unwrap_or(&LIST_COLUMNS)
}

fn rungs_table(algorithm: &Algorithm, columns: &[&str]) -> TextTable {
    let mut rows = new_table(columns);
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

pub fn list_algorithms(arguments: &ListArgs) -> CommandResult {
    let wanted = arguments.algorithm.as_deref().map(Algorithm::find).transpose()?;
    let listed = match wanted {
        Some(algorithm) => std::slice::from_ref(algorithm),
        None => TABLE,
    };
    if arguments.json {
        print_line(format!("{:#}", json!(listed.iter().map(algorithm_json).collect::<Vec<_>>())))?;
        return Ok(true);
    }
    let shown = choose_columns(terminal_width().map(|width| width - INDENT));
    let mut part = "";
    for algorithm in listed {
        if algorithm.part != part {
            part = algorithm.part;
            print_line(format!("== {} ==\n", part.replace('_', " ")))?;
        }
        print_wrapped(format!(
            "{}: {} ({} elements on the tour)",
            algorithm.name,
            algorithm.summary,
            format_count(algorithm.size)
        ))?;
        if algorithm.rungs.is_empty() {
            print_line("  no rungs in this version\n")?;
            continue;
        }
        let rungs = rungs_table(algorithm, shown);
        let layout = rungs.fit_columns(terminal_width().map(|width| width - INDENT));
        for line in rungs.format_body(&layout).lines() {
            print_line(format!("{:INDENT$}{line}", ""))?;
        }
        print_line("")?;
    }
    let more = if shown.len() < LIST_COLUMNS.len() { " A wider terminal shows more, and --json all." } else { "" };
    print_wrapped(format!(
        "Columns: {}.{more} A rung's card is the oldest of `gristmill cards` that takes it as it is. `gristmill run NAME` runs one, `gristmill compare NAME` times its rungs.",
        shown.join(", ")
    ))?;
    Ok(true)
}

fn algorithm_json(algorithm: &Algorithm) -> Value {
    let rungs: Vec<_> = algorithm
        .rungs
        .iter()
        .map(|rung| {
            json!({"name": rung.name, "era": rung.era.to_string(), "method": rung.method, "source": rung.source, "card": rung.card})
        })
        .collect();
    json!({"name": algorithm.name, "part": algorithm.part, "summary": algorithm.summary, "size": algorithm.size, "rungs": rungs})
}
