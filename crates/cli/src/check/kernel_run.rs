//! Runs a user's kernel for `gristmill check`, with all observers listening.

use crate::check::arguments::LaunchArgs;
use crate::check::record::read_text;
use crate::check::result_values::results_to_json;
use crate::terminal::number_format::{count_with_noun, format_count, format_share};
use crate::terminal::text_table::{format_table, new_table};
use crate::terminal::{CommandResult, EarlyExit, fold_drawing, print_line, print_wrapped, replace_controls};
use gristmill::check::{self, ChildCompiler, KernelCheck, LaunchOptions, Report, ShrunkSchedule, ShrunkTurn};
use gristmill::counters::Counters;
use gristmill::finding::{Finding, cause_label};
use gristmill::{Error, Profile, Result};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The child process of the compiler.
pub fn compile_only() -> CommandResult {
    check::compile_only()?;
    Ok(true)
}

/// Time after the deadline within which the run must have noticed it.
const DEADLINE_GRACE: Duration = Duration::from_millis(700);
/// Bytes of stack for deeply nested code; only used pages take memory.
const STACK_BYTES: usize = 1 << 28;

/// Returns a compiler that runs in a child process, which is this program again.
pub fn child_compiler() -> Result<ChildCompiler> {
    let this = std::env::current_exe();
    this.map(ChildCompiler::new)
        .map_err(|error| Error::of_system("the gristmill executable was not found", &error))
}

/// Compiles the kernel in a child process and runs it with these options. Its work is limited in steps, and the
/// compiler in processor time, so that a busy machine returns the same verdict. With a deadline both together end by
/// then, or up to `DEADLINE_GRACE` later if the clock is not read in time.
pub fn run_kernel(
    file: &Path,
    check: KernelCheck,
    wanted: &LaunchArgs,
    launch: LaunchOptions,
    compiler: &ChildCompiler,
) -> Result<Report> {
    let launch = apply_options(wanted, launch.started(Instant::now()))?;
    let check = match &wanted.stage {
        Some(stage) => check.stage(stage)?,
        None => check,
    };
    let check = wanted.defines.define_names(check);
    let seconds = wanted.deadline.as_deref().and_then(|seconds| seconds.parse().ok());
    let deadline = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let compiler = compiler.clone();
    let check = check.compiled_by(&deadline.map_or(compiler.clone(), |deadline| compiler.deadline(deadline)));
    let (sender, receiver) = mpsc::channel();
    let name = file.display().to_string();
    let thread = std::thread::Builder::new()
        .name("check".to_string())
        .stack_size(STACK_BYTES)
        .spawn(move || {
            // If the receiver has given up, the result is dropped.
            let _ = sender.send(check.run(&launch));
        });
    let thread =
        thread.map_err(|error| Error::shortage(format!("{name} was not judged, {error}"), "threads or memory"))?;
    let received = match deadline {
        Some(deadline) => receiver.recv_timeout(deadline + DEADLINE_GRACE),
        None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
    };
    if !matches!(received, Err(RecvTimeoutError::Timeout)) {
        // The stack is free for the next kernel; a panic shows as a closed channel.
        let _ = thread.join();
    }
    received.unwrap_or_else(|why| {
        Err(Error::call(
            name,
            match why {
                RecvTimeoutError::Timeout => {
                    "it was not ready to run within its deadline; make it smaller, or give it more with --deadline"
                }
                RecvTimeoutError::Disconnected => {
                    "the emulator panicked on it, which is a bug in gristmill; please report it"
                }
            }
            .to_string(),
        ))
    })
}

/// Applies the command's options, in the same words as `// run:` comments.
fn apply_options(wanted: &LaunchArgs, mut launch: LaunchOptions) -> Result<LaunchOptions> {
    let once = [
        ("groups", &wanted.groups),
        ("size", &wanted.size),
        ("warp", &wanted.warp),
        ("schedules", &wanted.schedules),
        ("schedule", &wanted.schedule),
        ("steps", &wanted.steps),
        ("memory", &wanted.memory),
        ("deadline", &wanted.deadline),
        ("entry", &wanted.entry),
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
        ("sampler", &wanted.sampler),
        ("constant", &wanted.constant),
        ("output", &wanted.output),
        ("target", &wanted.target),
        ("expect", &wanted.expect),
        ("watch", &wanted.watch),
    ];
    for (word, values) in many {
        for value in values {
            launch = launch.option(word, value)?;
        }
    }
    if let Some(card) = &wanted.card {
        launch = launch.card(Profile::named(card)?);
    }
    if let Some(file) = &wanted.answers {
        launch = launch.answers(&file.display().to_string(), &read_text(file, "the file of answers")?)?;
    }
    match &wanted.runs {
        Some(file) => launch.runs(&file.display().to_string(), &read_text(file, "the file of runs")?),
        None => Ok(launch),
    }
}

/// Returns true if an option says what the kernel runs on.
pub fn has_launch_options(wanted: &LaunchArgs) -> bool {
    let LaunchArgs { groups, size, buffer, uniform, image, output, expect, .. } = wanted;
    let LaunchArgs { warp, schedules, schedule, watch, steps, runs, .. } = wanted;
    let LaunchArgs { sampler, entry, constant, card, target, stage, defines, answers, .. } = wanted;
    let once = [groups, size, warp, schedules, schedule, steps, entry, card, stage];
    let many = [buffer, uniform, image, sampler, constant, output, target, expect, watch, &defines.define];
    let files = [runs, answers];
    once.iter().any(|option| option.is_some())
        || many.iter().any(|options| !options.is_empty())
        || files.iter().any(|file| file.is_some())
}

/// Prints every finding over its lines, the counters where nothing is wrong or they are asked for, and the verdict with
/// a suffix.
pub fn print_report(report: &Report, suffix: &str, counters: bool) -> Result<(), EarlyExit> {
    print_findings(report)?;
    if let Some(counters) = report.counters.as_ref().filter(|_| counters || report.is_right()) {
        print_line(format_counters(counters))?;
    }
    if let Some(program) = &report.program {
        print_wrapped(program.to_string())?;
    }
    if let Some(shrunk) = &report.shrunk {
        print_line(describe_schedule(shrunk))?;
    }
    if !report.made_up.is_empty() {
        print_wrapped(format!("defaults used: {}", report.made_up.join(", ")))?;
    }
    if !report.unused.is_empty() {
        print_wrapped(format!("note: options not used by the kernel: {}", report.unused.join(", ")))?;
    }
    if !report.unreached.is_empty() {
        print_wrapped(describe_unreached(report))?;
    }
    if !report.single_turns.is_empty() {
        print_wrapped(describe_single_turns(report))?;
    }
    print_wrapped(format!("{}{suffix}", report.verdict()))
}

/// Prints every finding over its lines; those that may follow from it are one line under it.
fn print_findings(report: &Report) -> Result<(), EarlyExit> {
    let mut found = report.findings.iter().zip(&report.drawings).peekable();
    while let Some((finding, drawing)) = found.next() {
        print_line(format!("{}\n", fold_drawing(&replace_controls(drawing))))?;
        let cause = cause_label(finding.kind, &finding.name);
        let mut effects = vec![];
        while let Some((effect, _)) = found.next_if(|(next, _)| next.cause == cause) {
            effects.push(effect);
        }
        if !effects.is_empty() {
            print_wrapped(format!("{}\n", describe_effects(&effects)))?;
        }
    }
    Ok(())
}

/// Describes findings that may follow from the one above them: `2 more may follow from the race on `vote`: barrier in
/// line 19, uninitialised in line 18`.
fn describe_effects(effects: &[&Finding]) -> String {
    let cause = effects.first().map_or("", |effect| effect.cause.as_str());
    let mut named: Vec<String> = vec![];
    for effect in effects {
        let kind = effect.kind.name().replace('_', " ");
        let on = if effect.name.is_empty() { String::new() } else { format!(" on `{}`", effect.name) };
        let mut lines: Vec<usize> = effect.witnesses.iter().map(|seen| seen.line).filter(|line| *line > 0).collect();
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
        let place = if lines.is_empty() { String::new() } else { format!(" in line {}", lines.join(" and ")) };
        let said = format!("{kind}{on}{place}");
        if !named.contains(&said) {
            named.push(said);
        }
    }
    let [count, more] = [effects.len().to_string(), named.join(", ")].map(|text| replace_controls(&text));
    format!("{count} more may follow from the {cause}, fix that first: {more}")
}

/// Describes the loops with a barrier that took no second turn: `no second turn of line 14: the loop took one turn at
/// most, so a race of two turns is not seen`.
fn describe_single_turns(report: &Report) -> String {
    let places = list_places(report, &report.single_turns);
    let is_one = report.single_turns.len() == 1;
    let [lines, turn] = if is_one { ["line", "loop took one turn"] } else { ["lines", "loops took one turn each"] };
    format!("no second turn of {lines} {places}: the {turn} at most, so a race of two turns is not seen")
}

/// Describes the lines that no lane reached: `2 lines were reached by no lane: 14, shade.glsl 3`.
fn describe_unreached(report: &Report) -> String {
    let lines = report.unreached.len();
    let were = if lines == 1 { "line was" } else { "lines were" };
    format!("{lines} {were} reached by no lane: {}", list_places(report, &report.unreached))
}

/// Lists lines with the files that are not the kernel's own: `14-19, shade.glsl 3`.
fn list_places(report: &Report, places: &[(String, usize)]) -> String {
    let mut parts = Vec::new();
    let mut files: Vec<&str> = places.iter().map(|(file, _)| file.as_str()).collect();
    files.dedup();
    for file in files {
        let own = places.iter().filter(|(known, _)| known == file).map(|(_, line)| *line);
        let before = if file == report.kernel { String::new() } else { format!("{file} ") };
        parts.push(format!("{before}{}", format_ranges(own)));
    }
    parts.join(", ")
}

/// Joins ascending numbers, with runs of them as ranges: `14-19, 31`.
fn format_ranges(numbers: impl Iterator<Item = usize>) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    let told = ranges
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    told.collect::<Vec<_>>().join(", ")
}

/// The most warps that get a column of their own in a timeline; with more, each turn has one row.
const MAX_WARP_COLUMNS: usize = 3;

/// Describes a failing schedule, turn by turn from top to bottom, with a column for each warp.
fn describe_schedule(shrunk: &ShrunkSchedule) -> String {
    let mut warps: Vec<String> = Vec::new();
    for turn in &shrunk.turns {
        let who = turn.who.to_string();
        if !warps.contains(&who) {
            warps.push(who);
        }
    }
    let columns = warps.len() <= MAX_WARP_COLUMNS;
    let names = warps.iter().map(String::as_str).filter(|_| columns);
    let head: Vec<&str> =
        if columns { [">turn"].into_iter().chain(names).collect() } else { vec![">turn", "runs", ""] };
    let mut rows = new_table(&head);
    for (turn, number) in shrunk.turns.iter().zip(1..) {
        let lines = describe_turn(turn);
        let who = turn.who.to_string();
        let mut row = vec![number.to_string()];
        if columns {
            row.extend(
                warps
                    .iter()
                    .map(|warp| if *warp == who { lines.clone() } else { String::new() }),
            );
        } else {
            row.extend([who, lines]);
        }
        rows.add_row(row);
    }
    let then = ["then", "the rest, in order"].map(str::to_string).into_iter();
    rows.add_row(then.chain(std::iter::repeat_n(String::new(), head.len() - 2)));
    let ShrunkSchedule { schedule, before, turns_before, turns, .. } = shrunk;
    let before = before.split('@').next().unwrap_or(before);
    let few = format_count(turns.len());
    let many = format_count(*turns_before);
    let enough = if turns.len() == 1 { "is enough" } else { "are enough" };
    format!("{few} of {many} turns of {before} {enough}; replay with --schedule {schedule}\n{}\n", format_table(&rows))
}

/// Describes a warp's turn: `lines 5 to 9, 12 steps`.
fn describe_turn(turn: &ShrunkTurn) -> String {
    let lines = match (turn.first, turn.last) {
        (first, last) if first == last => format!("line {first}"),
        (first, last) => format!("lines {first} to {last}"),
    };
    format!("{lines}, {}", count_with_noun(turn.steps as usize, "step"))
}

/// Formats the counters of a run, with a row for each that is not zero.
pub fn format_counters(counters: &Counters) -> String {
    let Counters { total, dependent_reads, .. } = counters;
    let mut rows = new_table(&["counter", ">count", "details"]);
    let mut row = |there: bool, what: &str, number: u64, more: String| {
        if there {
            rows.add_row(vec![what.to_string(), format_count(number as usize), more]);
        }
    };
    let active = format!("{} of the lanes active", format_share(total.utilisation()));
    row(true, "instructions of warps", total.instructions(), active);
    row(
        total.branches > 0,
        "branches",
        total.branches,
        format!("{} divergent", format_count(total.divergent as usize)),
    );
    let range = format!("from {} to {}", total.sectors_least, total.sectors_most);
    let range = if total.sectors_least == total.sectors_most { String::new() } else { format!(", {range}") };
    let sectors = format!("{:.1} sectors of 32 bytes each{range}", total.sectors_per_request());
    row(total.requests > 0, "memory requests", total.requests, sectors);
    let conflicts = format!("{} bank conflicts", format_count(total.bank_conflicts as usize));
    row(total.shared_requests > 0, "shared memory requests", total.shared_requests, conflicts);
    let [linear, tiled] = total.hit_rates().map(format_share);
    row(total.texels > 0, "texels", total.texels, format!("{linear} in a cache of rows, {tiled} in one of tiles"));
    let contention = format!("{:.1} lanes at one word, {} at most", total.contention(), total.contended_most);
    row(total.atomics > 0, "atomic requests", total.atomics, contention);
    row(*dependent_reads > 1, "dependent reads in a row", u64::from(*dependent_reads), String::new());
    let turns = counters.most_turns();
    row(turns > 0, "turns of loops", turns, "of the invocation with the most".to_string());
    format!("{}\n", format_table(&rows))
}

/// Returns the report as JSON.
pub fn report_to_json(report: &Report) -> Value {
    json!({
        "kernel": report.kernel,
        "entry": report.entry,
        "right": report.is_right(),
        "findings": report.findings.iter().map(|finding| parse_json(&finding.json())).collect::<Vec<_>>(),
        "counters": report.counters.as_ref().map(|counters| parse_json(&counters.json())),
        "program": report.program.as_ref().map(|program| json!({
            "instructions": program.instructions,
            "alu": program.alu,
            "tex": program.texture,
            "indirections": program.indirections,
            "temporaries": program.temporaries,
            "parameters": program.parameters,
            "attributes": program.attributes,
            "address_registers": program.address_registers,
        })),
        "results": results_to_json(report),
        "schedules": report.schedules,
        "schedules_wanted": report.wanted,
        "replay": report.replay,
        "shrunk": report.shrunk.as_ref().map(|shrunk| json!({
            "schedule": shrunk.schedule,
            "before": shrunk.before,
            "turns_before": shrunk.turns_before,
            "turns": shrunk.turns.iter().map(|turn| json!({
                "who": turn.who.to_string(),
                "file": turn.file,
                "first": turn.first,
                "last": turn.last,
                "steps": turn.steps,
            })).collect::<Vec<_>>(),
        })),
        "made_up": report.made_up,
        "unused": report.unused,
        "idle": report.idle,
        "unfinished": report.unfinished,
        "lines": report.lines,
        "guard": report.guard,
        "questions": report.questions,
        "unreached": list_places_as_json(&report.unreached),
        "single_turns": list_places_as_json(&report.single_turns),
        "verdict": report.verdict(),
    })
}

/// Returns files and lines as objects of JSON.
fn list_places_as_json(places: &[(String, usize)]) -> Vec<Value> {
    places.iter().map(|(file, line)| json!({"file": file, "line": line})).collect()
}

/// Parses JSON written by the library.
pub fn parse_json(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or(Value::Null)
}
