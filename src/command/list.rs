//! `gristmill list`: what there is.

use super::arguments::List;
use super::say::{Done, say};
use super::table::{count, table, text};
use gristmill::algorithms::{Algorithm, TABLE};
use serde_json::{Value, json};

pub fn list(arguments: &List) -> Done {
    if arguments.json {
        say(format!("{:#}", json!(TABLE.iter().map(described).collect::<Vec<_>>())))?;
        return Ok(true);
    }
    let mut part = "";
    for algorithm in TABLE {
        if algorithm.part != part {
            part = algorithm.part;
            say(format!("== {} ==\n", part.replace('_', " ")))?;
        }
        say(format!("{}: {} ({} elements on the tour)", algorithm.name, algorithm.summary, count(algorithm.size)))?;
        if algorithm.rungs.is_empty() {
            say("  no rungs in this version\n")?;
            continue;
        }
        let mut rungs = table(&["rung", "era", "method", "source"]);
        for rung in algorithm.rungs {
            rungs.add_row([rung.name, &rung.era.to_string(), rung.method, rung.source]);
        }
        for line in text(&rungs)
            .lines()
            .filter(|line| !line.starts_with("rung ") && !line.starts_with("---"))
        {
            say(format!("  {line}"))?;
        }
        say("")?;
    }
    say(
        "Columns: rung, era, method, source. `gristmill run NAME` runs one, `gristmill compare NAME` times its rungs.",
    )?;
    Ok(true)
}

fn described(algorithm: &Algorithm) -> Value {
    let rungs: Vec<_> = algorithm
        .rungs
        .iter()
        .map(|rung| {
            json!({"name": rung.name, "era": rung.era.to_string(), "method": rung.method, "source": rung.source})
        })
        .collect();
    json!({"name": algorithm.name, "part": algorithm.part, "summary": algorithm.summary, "size": algorithm.size, "rungs": rungs})
}
