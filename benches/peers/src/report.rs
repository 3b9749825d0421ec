//! The measurements: as tables for a terminal of eighty columns, as JSON, and as a part of the
//! book.

use crate::machine::Machine;
use crate::race::{Finish, Goal, Problem, ROUNDS, Side, Times};
use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Value, json};
use std::time::Duration;

/// A problem after its race.
pub struct Outcomes {
    pub name: &'static str,
    pub title: String,
    pub functions: &'static str,
    pub goals: Vec<Goal>,
    pub finishes: Vec<Finish>,
}

impl Outcomes {
    pub fn new(problem: Problem, finishes: Vec<Finish>) -> Outcomes {
        let Problem { name, title, ours: functions, goals, .. } = problem;
        Outcomes { name, title, functions, goals, finishes }
    }

    /// The fastest of ours: in that era, or in any.
    fn ours(&self, side: Option<Side>) -> Option<f64> {
        let ours = self
            .finishes
            .iter()
            .filter(|finish| side.map_or(finish.side != Side::Peer, |side| finish.side == side));
        fastest(ours)
    }

    /// Returns how many times as fast ours is as the goal's peer; nothing where one of them is
    /// missing.
    fn reached(&self, goal: &Goal) -> Option<f64> {
        let peers = self
            .finishes
            .iter()
            .filter(|finish| finish.side == Side::Peer && finish.name.starts_with(goal.peer));
        Some(fastest(peers)? / self.ours(goal.ours)?)
    }

    /// The goals that were missed, and the ways of ours that are wrong or do not run, a sentence each.
    pub fn missed(&self) -> Vec<String> {
        let goals = self.goals.iter().filter_map(|goal| {
            let reached = self.reached(goal).filter(|reached| *reached < goal.least)?;
            let ours = short(goal.ours);
            Some(format!(
                "{}: {ours} is {} times as fast as {}, the goal is {}",
                self.title,
                factor(reached),
                goal.peer,
                goal.least
            ))
        });
        let broken = self.finishes.iter().filter_map(|finish| {
            let reason = finish.times.as_ref().err()?;
            let counts = finish.side != Side::Peer || reason.starts_with("wrong");
            counts.then(|| format!("{}: {}: {reason}", self.title, finish.name))
        });
        goals.chain(broken).collect()
    }

    /// The goals that hold for a line of the table.
    fn goals_of(&self, finish: &Finish) -> String {
        let fits = |goal: &&Goal| {
            let names = self.finishes.iter().filter(|other| other.name.starts_with(goal.peer));
            let best = names.min_by_key(|other| other.times.as_ref().map_or(Duration::MAX, Times::minimum));
            best.is_some_and(|best| best.name == finish.name)
        };
        let goal = |goal: &Goal| {
            let letter = match goal.ours {
                Some(Side::Fragment) => "f ",
                Some(_) => "c ",
                None => "",
            };
            let missed = self.reached(goal).is_some_and(|reached| reached < goal.least);
            format!("{letter}{}{}", goal.least, if missed { " !" } else { "" })
        };
        self.goals.iter().filter(fits).map(goal).collect::<Vec<_>>().join(", ")
    }

    pub fn table(&self) -> Table {
        let header = ["milliseconds", "minimum", "quartiles", "frag.", "comp.", "goal"];
        let mut table = Table::new();
        table.load_style(presets::ASCII_MARKDOWN).set_header(header);
        for finish in &self.finishes {
            match &finish.times {
                Ok(times) => {
                    let ratio = |side: Side| match self.ours(Some(side)) {
                        Some(ours) if finish.side == Side::Peer => factor(times.minimum().as_secs_f64() / ours),
                        _ => String::new(),
                    };
                    let quartiles = times.quartiles().map(milliseconds).join(" ");
                    table.add_row([
                        finish.name.clone(),
                        milliseconds(times.minimum()),
                        quartiles,
                        ratio(Side::Fragment),
                        ratio(Side::Compute),
                        self.goals_of(finish),
                    ])
                }
                Err(_) => table.add_row([finish.name.as_str(), "-"]),
            };
        }
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table
    }

    /// Returns the reasons why ways have no times, a sentence each.
    pub fn missing(&self) -> Vec<String> {
        let missing = self
            .finishes
            .iter()
            .filter_map(|finish| Some((&finish.name, finish.times.as_ref().err()?)));
        missing.map(|(name, reason)| format!("{name}: {reason}")).collect()
    }

    fn json(&self) -> Value {
        let finishes = self.finishes.iter().map(|finish| match &finish.times {
            Ok(times) => json!({
                "name": finish.name,
                "minimum": times.minimum().as_secs_f64(),
                "quartiles": times.quartiles().map(|time| time.as_secs_f64()),
                "until_the_first_result": times.prepared.as_secs_f64(),
                "runs": times.runs.len(),
            }),
            Err(reason) => json!({ "name": finish.name, "missing": reason }),
        });
        let goals = self.goals.iter().map(|goal| {
            json!({ "ours": short(goal.ours), "peer": goal.peer, "goal": goal.least, "reached": self.reached(goal) })
        });
        json!({
            "problem": self.name,
            "title": self.title,
            "ours": self.functions,
            "ways": finishes.collect::<Vec<_>>(),
            "goals": goals.collect::<Vec<_>>(),
        })
    }
}

fn fastest<'a>(finishes: impl Iterator<Item = &'a Finish>) -> Option<f64> {
    let times = finishes.filter_map(|finish| finish.times.as_ref().ok());
    times.map(Times::minimum).min().map(|time| time.as_secs_f64())
}

fn short(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Fragment) => "ours in fragments",
        Some(_) => "ours in compute",
        None => "ours",
    }
}

/// Three digits, as few behind the point as that takes.
fn digits(number: f64) -> String {
    let behind = match number {
        number if number >= 99.95 => 0,
        number if number >= 9.995 => 1,
        _ => 2,
    };
    format!("{number:.behind$}")
}

fn milliseconds(time: Duration) -> String {
    digits(time.as_secs_f64() * 1e3)
}

fn factor(ratio: f64) -> String {
    digits(ratio)
}

/// Returns a table of the time that each peer takes until its first result: the least, the median
/// and the most over all problems.
pub fn preparation(all: &[Outcomes]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::ASCII_MARKDOWN)
        .set_header(["until the first result", "least", "median", "most"]);
    let mut names: Vec<&str> = Vec::new();
    let finishes = || all.iter().flat_map(|outcomes| &outcomes.finishes);
    for finish in finishes().filter(|finish| finish.times.is_ok()) {
        if !names.contains(&finish.name.as_str()) {
            names.push(&finish.name);
        }
    }
    for name in names {
        let times = finishes()
            .filter(|finish| finish.name == name)
            .filter_map(|finish| finish.times.as_ref().ok());
        let mut prepared: Vec<Duration> = times.map(|times| times.prepared).collect();
        prepared.sort();
        let [least, median, most] = [0, prepared.len() / 2, prepared.len() - 1].map(|at| milliseconds(prepared[at]));
        table.add_row([name.to_string(), least, median, most]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

pub fn json_of(machine: &Machine, all: &[Outcomes]) -> Value {
    json!({
        "machine": machine.lines(),
        "rounds": ROUNDS,
        "problems": all.iter().map(Outcomes::json).collect::<Vec<_>>(),
    })
}

pub const LEGEND: &str = "*frag.* and *comp.*: how many times as long as our fragments and our compute kernels. \
*goal*: what these ought to be at least; `f` and `c` say which, else the faster counts; `!` is missed.";

/// A part of a page of the book.
pub fn book(machine: &Machine, all: &[Outcomes]) -> String {
    let mut text = String::from("<!-- written by benches/peers with --book -->\n\n");
    for line in machine.lines() {
        text += &format!("- {line}\n");
    }
    text += &format!("\n{LEGEND}\n");
    for outcomes in all {
        text += &format!("\n**{}**\n\nOurs: {}.\n\n{}\n", outcomes.title, outcomes.functions, outcomes.table());
        for reason in outcomes.missing() {
            text += &format!("\n{reason}\n");
        }
    }
    text += &format!(
        "\n**Until the first result, in milliseconds: kernels compiled, data brought, caches of drivers off**\n\n{}\n",
        preparation(all)
    );
    let missed: Vec<String> = all.iter().flat_map(Outcomes::missed).collect();
    if !missed.is_empty() {
        text += "\nMissed:\n\n";
        for sentence in missed {
            text += &format!("- {sentence}\n");
        }
    }
    text
}
