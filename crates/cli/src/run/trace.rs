//! `gristmill trace`: lists what a run did, event by event.

use crate::device_options::DeviceOptions;
use crate::device_options::open_for_rungs;
use crate::input;
use crate::measure::{RungMeasurement, TimingEffort, measure_rung, select_rungs};
use crate::output_files::{ensure_writable, save_file};
use crate::terminal::number_format::{count_with_noun, format_bytes, format_count, format_time};
use crate::terminal::text_table::{format_table, new_table};
use crate::terminal::{CommandResult, print_line, print_wrapped};
use clap::Args;
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::trace::{Event, Launch, Transfer, Use};
use gristmill::{Era, Error, Trace};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Arguments of `trace`.
#[derive(Args)]
#[command(after_help = "\
Example:
  gristmill trace scan --size 1000        ten passes: log2 of 1000, rounded up")]
pub struct TraceArgs {
    /// One of `gristmill list`
    pub algorithm: String,
    /// Only this era: fragment or compute
    #[arg(long)]
    pub era: Option<Era>,
    /// Only this rung, by its name in `gristmill list`
    #[arg(long)]
    pub rung: Option<String>,
    /// Elements to work on, as 1000, 1_000_000 or 2^20
    #[arg(long, value_parser = input::parse_size)]
    pub size: Option<usize>,
    /// The folder for the stream graphs
    #[arg(long, default_value = "target/gristmill")]
    pub out: PathBuf,
    /// The seed of the generated numbers
    #[arg(long, default_value_t = 1, value_parser = input::parse_seed)]
    pub seed: u32,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

pub fn trace_rungs(options: &DeviceOptions, wanted: &TraceArgs) -> CommandResult {
    if Path::new(&wanted.algorithm).is_file() {
        let file = &wanted.algorithm;
        return Err(Error::data(format!(
            "trace follows an algorithm of `gristmill list`, found the file {file}; `gristmill profile {file}` shows what each \
             line of a kernel costs, and `gristmill run` runs a .br"
        ))
        .into());
    }
    let algorithm = Algorithm::find(&wanted.algorithm)?;
    let rungs = select_rungs(algorithm, wanted.era, wanted.rung.as_deref(), false)?;
    let graph = |rung: &Rung| wanted.out.join(format!("{}_{}_graph.svg", algorithm.name, rung.name));
    for rung in &rungs {
        ensure_writable(&graph(rung))?;
    }
    let workload = input::generate_workload(algorithm, wanted.size.unwrap_or(algorithm.size), wanted.seed)?;
    let (device, rungs) = open_for_rungs(options, rungs)?;
    let mut all = Vec::new();
    let mut right = true;
    for rung in rungs {
        let (measured, _) = measure_rung(&device, algorithm, rung, &workload, TimingEffort::new(0, 1))?;
        right &= measured.check.passed();
        let path = graph(rung);
        save_file(&path, measured.trace.graph_svg())?;
        let RungMeasurement { trace, size, .. } = &measured;
        if wanted.json {
            all.push(json!({
                "run": measured.to_json(),
                "events": trace.events.iter().map(event_json).collect::<Vec<_>>(),
                "graph": path.display().to_string(),
            }));
            continue;
        }
        print_wrapped(format!(
            "{} {} of {} elements, on {}",
            algorithm.name,
            rung.name,
            format_count(*size),
            trace.device
        ))?;
        print_line(events_table(trace))?;
        let transfers = trace.events.iter().filter(|event| matches!(event, Event::Transfer { .. }));
        print_wrapped(format!(
            "{}, {}, {}; {} read and written, {} on the clock",
            count_with_noun(trace.passes(), if rung.era == Era::Fragment { "pass" } else { "dispatch" }),
            count_with_noun(trace.barriers(), "barrier"),
            count_with_noun(transfers.count(), "transfer"),
            format_bytes(trace.bytes()),
            format_time(trace.time()),
        ))?;
        print_line(format!("graph: {}\n", path.display()))?;
    }
    if wanted.json {
        print_line(format!("{:#}", json!(all)))?;
    }
    Ok(right)
}

/// Formats a row for each event; repeated events share a row with their number.
fn events_table(trace: &Trace) -> String {
    let mut rows = new_table(&[">times", "what", "streams", ">elements", "groups", ">bytes", ">time"])
        .with_optional(&["groups", "elements"]);
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
            row.extend(event_cells(&events));
            rows.add_row(row);
        }
    }
    format_table(&rows)
}

fn event_cells(events: &[&Event]) -> [String; 6] {
    let total: usize = events.iter().map(|event| moved_bytes(event)).sum();
    match events.first() {
        Some(Event::Launch(first)) => {
            let launches = || {
                events
                    .iter()
                    .filter_map(|event| if let Event::Launch(launch) = event { Some(launch) } else { None })
            };
            let sizes = format_range(launches().map(|launch| launch.elements));
            let groups = match (first.groups, events.len()) {
                (Some([x, y, z]), 1) => [x, y, z].map(|groups| format_count(groups as usize)).join(" x "),
                (Some(_), _) => {
                    format_range(launches().filter_map(|l| l.groups).map(|g| g.iter().product::<u32>() as usize))
                }
                (None, _) => String::new(),
            };
            let time_of_all: Duration = launches().map(|launch| launch.time).sum();
            [first.kernel.clone(), launch_flow(first), sizes, groups, format_bytes(total), format_time(time_of_all)]
        }
        Some(Event::Barrier { names, .. }) => {
            let what = format!("barrier {}", names.join(" "));
            [what, barrier_reasons(events), String::new(), String::new(), String::new(), String::new()]
        }
        Some(Event::Transfer { transfer, .. }) => [
            transfer_name(*transfer).to_string(),
            String::new(),
            String::new(),
            String::new(),
            format_bytes(total),
            String::new(),
        ],
        _ => std::array::from_fn(|_| String::new()),
    }
}

/// Joins the reasons of these barriers, each once.
fn barrier_reasons(events: &[&Event]) -> String {
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
fn launch_flow(launch: &Launch) -> String {
    format!("{} -> {}", join_names(&launch.inputs), join_names(&launch.outputs))
}

fn join_names(uses: &[Use]) -> String {
    let names: Vec<&str> = uses.iter().map(|usage| usage.name.as_str()).collect();
    names.join(", ")
}

fn format_range(values: impl Iterator<Item = usize> + Clone) -> String {
    let least = values.clone().min().unwrap_or(0);
    let most = values.max().unwrap_or(0);
    if least == most { format_count(most) } else { format!("{} to {}", format_count(most), format_count(least)) }
}

fn moved_bytes(event: &Event) -> usize {
    match event {
        Event::Launch(launch) => launch.inputs.iter().chain(&launch.outputs).map(|usage| usage.bytes).sum(),
        Event::Transfer { bytes, .. } => *bytes,
        _ => 0,
    }
}

fn transfer_name(transfer: Transfer) -> &'static str {
    match transfer {
        Transfer::Write => "host writes",
        Transfer::Read => "host reads",
        Transfer::Copy => "copy on the device",
    }
}

fn uses_json(uses: &[Use]) -> Value {
    uses.iter()
        .map(|usage| json!({"name": usage.name, "stream": usage.stream, "bytes": usage.bytes}))
        .collect()
}

fn event_json(event: &Event) -> Value {
    match event {
        Event::Launch(launch) => json!({
            "event": "launch",
            "kernel": launch.kernel,
            "era": launch.era.to_string(),
            "inputs": uses_json(&launch.inputs),
            "outputs": uses_json(&launch.outputs),
            "elements": launch.elements,
            "invocations": launch.invocations,
            "groups": launch.groups,
            "seconds": launch.time.as_secs_f64(),
        }),
        Event::Barrier { names, because } => json!({"event": "barrier", "names": names, "because": because}),
        Event::Transfer { transfer, stream, bytes } => {
            json!({"event": "transfer", "what": transfer_name(*transfer), "stream": stream, "bytes": bytes})
        }
        _ => Value::Null,
    }
}
