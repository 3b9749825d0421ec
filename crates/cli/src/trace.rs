//! `gristmill trace`: lists what a run did, event by event.

use super::arguments::{Arguments, Trace as Wanted};
use super::columns::{table, text};
use super::input;
use super::measure::{Effort, Measured, measure, rungs};
use super::run::runnable;
use super::say::{Done, save, say, tell, writable};
use super::table::{bytes, count, count_of, time};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::trace::{Event, Launch, Transfer, Use};
use gristmill::{Era, Trace};
use serde_json::{Value, json};
use std::time::Duration;

pub fn trace(arguments: &Arguments, wanted: &Wanted) -> Done {
    let algorithm = Algorithm::find(&wanted.algorithm)?;
    let rungs = rungs(algorithm, wanted.era, wanted.rung.as_deref(), false)?;
    let graph = |rung: &Rung| wanted.out.join(format!("{}_{}_graph.svg", algorithm.name, rung.name));
    for rung in &rungs {
        writable(&graph(rung))?;
    }
    let workload = input::made_up(algorithm, wanted.size.unwrap_or(algorithm.size), wanted.seed)?;
    let (device, rungs) = runnable(arguments, rungs)?;
    let mut all = Vec::new();
    let mut right = true;
    for rung in rungs {
        let (measured, _) = measure(&device, algorithm, rung, &workload, Effort::new(0, 1))?;
        right &= measured.check.passed();
        let path = graph(rung);
        save(&path, measured.trace.graph_svg())?;
        let Measured { trace, size, .. } = &measured;
        if wanted.json {
            all.push(json!({
                "run": measured.json(),
                "events": trace.events.iter().map(described).collect::<Vec<_>>(),
                "graph": path.display().to_string(),
            }));
            continue;
        }
        tell(format!("{} {} of {} elements, on {}", algorithm.name, rung.name, count(*size), trace.device))?;
        say(summary(trace))?;
        let transfers = trace.events.iter().filter(|event| matches!(event, Event::Transfer { .. }));
        tell(format!(
            "{}, {}, {}; {} read and written, {} on the clock",
            count_of(trace.passes(), if rung.era == Era::Fragment { "pass" } else { "dispatch" }),
            count_of(trace.barriers(), "barrier"),
            count_of(transfers.count(), "transfer"),
            bytes(trace.bytes()),
            time(trace.time()),
        ))?;
        say(format!("graph: {}\n", path.display()))?;
    }
    if wanted.json {
        say(format!("{:#}", json!(all)))?;
    }
    Ok(right)
}

/// Formats a row for each event; repeated events share a row with their number.
fn summary(trace: &Trace) -> String {
    let mut rows =
        table(&[">times", "what", "streams", ">elements", "groups", ">bytes", ">time"]).spare(&["groups", "elements"]);
    for repeat in trace.repeats() {
        for place in 0..repeat.length {
            let events: Vec<&Event> = repeat.at(place).collect();
            // In a repeated block of several rows, the first one has the number.
            let times = match (repeat.times(), place) {
                (1, _) => String::new(),
                (times, 0) => format!("{times} x"),
                _ => "|".to_string(),
            };
            let mut row = vec![times];
            row.extend(told(&events));
            rows.add_row(row);
        }
    }
    text(&rows)
}

fn told(events: &[&Event]) -> [String; 6] {
    let total: usize = events.iter().map(|event| moved(event)).sum();
    match events.first() {
        Some(Event::Launch(first)) => {
            let launches = || {
                events
                    .iter()
                    .filter_map(|event| if let Event::Launch(launch) = event { Some(launch) } else { None })
            };
            let sizes = range(launches().map(|launch| launch.elements));
            let groups = match (first.groups, events.len()) {
                (Some([x, y, z]), 1) => [x, y, z].map(|groups| count(groups as usize)).join(" x "),
                (Some(_), _) => range(launches().filter_map(|l| l.groups).map(|g| g.iter().product::<u32>() as usize)),
                (None, _) => String::new(),
            };
            let time_of_all: Duration = launches().map(|launch| launch.time).sum();
            [first.kernel.clone(), flow(first), sizes, groups, bytes(total), time(time_of_all)]
        }
        Some(Event::Barrier { names, .. }) => {
            let what = format!("barrier {}", names.join(" "));
            [what, reasons(events), String::new(), String::new(), String::new(), String::new()]
        }
        Some(Event::Transfer { transfer, .. }) => {
            [name_of(*transfer).to_string(), String::new(), String::new(), String::new(), bytes(total), String::new()]
        }
        _ => std::array::from_fn(|_| String::new()),
    }
}

/// Joins the reasons of these barriers, each once.
fn reasons(events: &[&Event]) -> String {
    let mut reasons: Vec<&str> = Vec::new();
    for event in events {
        if let Event::Barrier { because, .. } = event
            && !reasons.contains(&because.as_str())
        {
            reasons.push(because);
        }
    }
    match reasons.as_slice() {
        [first, second, _, ..] => format!("{first}; {second}; ..."),
        all => all.join("; "),
    }
}

/// Formats the streams of a launch: `x, y -> result`.
fn flow(launch: &Launch) -> String {
    let names = |uses: &[Use]| uses.iter().map(|usage| usage.name.as_str()).collect::<Vec<_>>().join(", ");
    format!("{} -> {}", names(&launch.inputs), names(&launch.outputs))
}

fn range(values: impl Iterator<Item = usize> + Clone) -> String {
    let (least, most) = (values.clone().min().unwrap_or(0), values.max().unwrap_or(0));
    if least == most { count(most) } else { format!("{} to {}", count(most), count(least)) }
}

fn moved(event: &Event) -> usize {
    match event {
        Event::Launch(launch) => launch.inputs.iter().chain(&launch.outputs).map(|usage| usage.bytes).sum(),
        Event::Transfer { bytes, .. } => *bytes,
        _ => 0,
    }
}

fn name_of(transfer: Transfer) -> &'static str {
    match transfer {
        Transfer::Write => "host writes",
        Transfer::Read => "host reads",
        Transfer::Copy => "copy on the device",
    }
}

fn described(event: &Event) -> Value {
    let uses = |uses: &[Use]| -> Value {
        uses.iter()
            .map(|usage| json!({"name": usage.name, "stream": usage.stream, "bytes": usage.bytes}))
            .collect()
    };
    match event {
        Event::Launch(launch) => json!({
            "event": "launch",
            "kernel": launch.kernel,
            "era": launch.era.to_string(),
            "inputs": uses(&launch.inputs),
            "outputs": uses(&launch.outputs),
            "elements": launch.elements,
            "invocations": launch.invocations,
            "groups": launch.groups,
            "seconds": launch.time.as_secs_f64(),
        }),
        Event::Barrier { names, because } => json!({"event": "barrier", "names": names, "because": because}),
        Event::Transfer { transfer, stream, bytes } => {
            json!({"event": "transfer", "what": name_of(*transfer), "stream": stream, "bytes": bytes})
        }
        _ => Value::Null,
    }
}
