//! `gristmill check`: a stranger's kernel, run with all observers listening.

use super::arguments::Check as Wanted;
use super::say::{Done, say};
use gristmill::check::{self, Check, Launch, Report};
use gristmill::finding::{Finding, Who, Witness};
use gristmill::{Error, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

pub fn check(wanted: &Wanted) -> Done {
    let report = run(wanted, Launch::new())?;
    if wanted.json {
        say(format!("{:#}", described(&report)))?;
    } else {
        told(&report)?;
    }
    Ok(report.is_right())
}

/// The other side of the compiler's process.
pub fn compile_only() -> Done {
    check::compile_only()?;
    Ok(true)
}

/// Seconds that all of it may take.
const DEADLINE: f64 = 4.0;

/// Compiles the kernel in a process of its own and runs it as the options say. Both together end by the deadline.
pub fn run(wanted: &Wanted, launch: Launch) -> Result<Report> {
    let start = Instant::now();
    let launch = options(wanted, launch.started(start))?;
    let seconds = wanted.deadline.as_deref().and_then(|seconds| seconds.parse().ok()).unwrap_or(DEADLINE);
    let deadline = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::from_secs(1));
    let this = std::env::current_exe().map_err(|error| Error::data(format!("gristmill does not find itself: {error}")))?;
    Check::file(&wanted.file)?.in_child(this, deadline).run(&launch)
}

/// The options are what comments say, in the same words.
fn options(wanted: &Wanted, mut launch: Launch) -> Result<Launch> {
    let once = [
        ("groups", &wanted.groups),
        ("size", &wanted.size),
        ("warp", &wanted.warp),
        ("schedules", &wanted.schedules),
        ("schedule", &wanted.schedule),
        ("steps", &wanted.steps),
        ("memory", &wanted.memory),
        ("deadline", &wanted.deadline),
    ];
    for (word, value) in once {
        if let Some(value) = value {
            launch = launch.option(word, value)?;
        }
    }
    let many = [
        ("buffer", &wanted.buffer),
        ("uniform", &wanted.uniform),
        ("image", &wanted.image),
        ("output", &wanted.output),
        ("watch", &wanted.watch),
    ];
    for (word, values) in many {
        for value in values {
            launch = launch.option(word, value)?;
        }
    }
    Ok(launch)
}

/// Every finding over its lines, and the verdict.
fn told(report: &Report) -> Result<(), super::say::Stop> {
    for finding in &report.findings {
        say(format!("{finding}\n"))?;
    }
    say(report.verdict())
}

/// The report for programs.
fn described(report: &Report) -> Value {
    json!({
        "kernel": report.kernel,
        "right": report.is_right(),
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "schedules": report.schedules,
        "schedules_wanted": report.wanted,
        "replay": report.replay,
        "verdict": report.verdict(),
    })
}

fn finding(finding: &Finding) -> Value {
    json!({
        "kind": finding.kind.name(),
        "error": finding.kind.is_error(),
        "kernel": finding.kernel,
        "name": finding.name,
        "place": finding.place,
        "witnesses": finding.witnesses.iter().map(witness).collect::<Vec<_>>(),
        "mend": finding.mend,
        "times": finding.times,
    })
}

fn witness(witness: &Witness) -> Value {
    let who = match witness.who {
        Some(Who::Lane { lane, group }) => json!({"lane": lane, "group": group}),
        Some(Who::Fragment { x, y }) => json!({"fragment": [x, y]}),
        Some(Who::Vertex(vertex)) => json!({"vertex": vertex}),
        None => Value::Null,
    };
    json!({
        "who": who,
        "did": witness.did,
        "file": witness.file,
        "line": witness.line,
        "text": witness.text.trim(),
    })
}
