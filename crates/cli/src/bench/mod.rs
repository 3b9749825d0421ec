//! `gristmill bench`: compares the rungs of algorithms with each other and with the limits of the device.
//!
//! The rungs of an algorithm run in turn, so that whatever slows the machine slows all of them. Every result is
//! checked. The first run of each rung is reported separately, because drivers compile in it, and each rung's bytes per
//! second are compared with the roof measured in the same run.

pub mod arguments;
mod growth;
mod processor_load;
mod quartiles;
pub mod report;
mod timer;

use crate::bench::arguments::BenchArgs;
use crate::bench::growth::bench_growth;
use crate::bench::processor_load::ProcessorLoad;
use crate::bench::quartiles::{Quartiles, draw_quartiles};
use crate::bench::report::{MachineReport, ReportedAlgorithm, ReportedWay};
use crate::bench::timer::{BenchTimer, RunTime};
use crate::device_options::DeviceOptions;
use crate::device_options::open_for_rungs;
use crate::input;
use crate::measure::comparison_table::describe_difference;
use crate::measure::{is_refusal, select_rungs};
use crate::output_files::save_file;
use crate::terminal::number_format::{format_count, format_seconds};
use crate::terminal::text_table::{CellStyle, TableCell, TextTable, format_table_in_parts, new_table};
use crate::terminal::{CommandResult, print_line, print_wrapped, progress_bar, warn};
use gristmill::algorithms::{Algorithm, Rung, TABLE, Trial};
use gristmill::experiments::{Roof, Stopwatch};
use gristmill::{Device, DeviceKind, Era, Error, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The least and the most runs of a rung.
const ROUND_LIMITS: std::ops::RangeInclusive<usize> = 3..=1000;

/// A first run that takes longer needs no second one to warm up.
const LONG_RUN: Duration = Duration::from_secs(1);

/// A measured rung.
struct BenchRow {
    algorithm: &'static Algorithm,
    rung: &'static Rung,
    size: usize,
    first: Duration,
    times: Quartiles,
    /// The shortest run by the host's clock, and by the driver's timer if it is trusted.
    best: (Duration, Option<Duration>),
    /// Bytes of the streams that its launches read and wrote.
    bytes: usize,
    /// The description of a wrong result.
    wrong: Option<String>,
}

pub fn bench_rungs(options: &DeviceOptions, wanted: &BenchArgs) -> CommandResult {
    if !(wanted.seconds > 0.0 && wanted.seconds <= 3600.0) {
        return Err(Error::data(format!(
            "{} seconds for each algorithm; give more than 0, at most 3600",
            wanted.seconds
        ))
        .into());
    }
    let picked: Vec<&'static Algorithm> = match wanted.names.as_slice() {
        [] => TABLE.iter().collect(),
        names => names.iter().map(|name| Algorithm::find(name)).collect::<Result<_>>()?,
    };
    if wanted.growth {
        return bench_growth(options, wanted, &picked);
    }
    let load = ProcessorLoad::start();
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    let mut roofs: Vec<(Era, Roof)> = Vec::new();
    let all = picked
        .iter()
        .map(|algorithm| select_rungs(algorithm, wanted.era, None, true))
        .collect::<Result<Vec<_>>>()?;
    let (device, runnable) = open_for_rungs(options, all.concat())?;
    let name = &device.info().name;
    let timer = BenchTimer::for_device(&device)?;
    for era in Era::ALL {
        if runnable.iter().any(|rung| rung.era == era)
            && let Some(roof) = measure_roof(&device.with_era(era)?)?
        {
            roofs.push((era, roof));
        }
    }
    let bar = progress_bar(picked.len());
    for (algorithm, rungs) in picked.iter().zip(all) {
        bar.set_message(algorithm.name);
        let rungs: Vec<_> = rungs
            .into_iter()
            .filter(|rung| runnable.iter().any(|other| other.era == rung.era))
            .collect();
        let ran = time_in_turn(&device, &timer, algorithm, &rungs, wanted, &mut notes)?;
        if let Some(folder) = &wanted.out
            && !ran.is_empty()
        {
            let boxes = ran.iter().map(|row| (row.rung.name, row.rung.era, row.times));
            save_file(
                &folder.join(format!("bench_{}.svg", algorithm.name)),
                draw_quartiles(algorithm.name, name, &boxes.collect::<Vec<_>>())?,
            )?;
        }
        rows.extend(ran);
        // After each algorithm: a driver that hangs takes no time with it that was measured before.
        if let Some(file) = &wanted.report {
            save_file(file, format!("{:#}\n", report_rows(&device, &rows).to_json()))?;
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let load = load.others_load();
    if wanted.json {
        let rows: Vec<_> = rows.iter().map(|row| row.to_json(&roofs)).collect();
        let roofs: Vec<_> = roofs.iter().map(|(era, roof)| json!({"era": era.to_string(), "bytes_per_second": roof.bandwidth, "operations_per_second": roof.peak})).collect();
        print_line(format!(
            "{:#}",
            json!({"device": name, "clock": timer.clock_name(), "clock_told": timer.describe_clock(), "roofs": roofs, "rows": rows, "notes": notes, "others_load": load})
        ))?;
    } else {
        print_wrapped(format!("On {name}. {} {}", timer.describe_clock(), ProcessorLoad::describe_load(load)))?;
        for (era, roof) in &roofs {
            let bytes = roof.bandwidth / 1e9;
            let operations = roof.peak / 1e9;
            print_wrapped(format!(
                "The roof of the {era} era: {bytes:.1} GB per second copied, {operations:.1} billions of operations per second."
            ))?;
        }
        print_line(format_table_in_parts(&bench_table(&rows, &roofs)))?;
        notes.iter().try_for_each(print_wrapped)?;
    }
    for row in &rows {
        if let Some(wrong) = &row.wrong {
            warn(format!("{} {} {wrong}", row.algorithm.name, row.rung.name));
        }
    }
    Ok(rows.iter().all(|row| row.wrong.is_none()))
}

/// Runs the rungs in turn until the time is up.
fn time_in_turn(
    device: &Device,
    timer: &BenchTimer,
    algorithm: &'static Algorithm,
    rungs: &[&'static Rung],
    wanted: &BenchArgs,
    notes: &mut Vec<String>,
) -> Result<Vec<BenchRow>> {
    let asked = wanted.size.unwrap_or(algorithm.size);
    let workload = input::generate_workload(algorithm, asked, 1)?;
    let mut running: Vec<(&'static Rung, Device, Trial, Duration, Vec<RunTime>)> = Vec::new();
    for &rung in rungs {
        let device = device.with_era(rung.era)?;
        let begun = (rung.prepare)(&device, &workload).and_then(|mut trial| {
            let first = timer.time_run(&device, || trial.run())?.host;
            if first < LONG_RUN {
                timer.time_run(&device, || trial.run())?; // fills the caches
            }
            Ok((trial, first))
        });
        match begun {
            Ok((trial, first)) => running.push((rung, device, trial, first, Vec::new())),
            Err(error) if is_refusal(&error) => notes.push(format!("{} {}: {error}", algorithm.name, rung.name)),
            Err(error) => return Err(error),
        }
    }
    let start = Instant::now();
    for round in 0..*ROUND_LIMITS.end() {
        if round >= *ROUND_LIMITS.start() && start.elapsed().as_secs_f64() > wanted.seconds {
            break;
        }
        for (_, device, trial, _, times) in &mut running {
            times.push(timer.time_run(device, || trial.run())?);
        }
    }
    let ended = running.into_iter().map(|(rung, device, mut trial, first, times)| {
        let ((), trace) = device.trace(|| trial.run())?;
        let check = trial.check()?;
        let wrong = (!check.passed()).then(|| describe_difference(&check));
        let host = times.iter().map(|time| time.host).min().unwrap_or_default();
        let best = (host, times.iter().filter_map(|time| time.device).min());
        let times = Quartiles::from_times(times.into_iter().map(RunTime::trusted_time).collect());
        Ok(BenchRow { algorithm, rung, size: trial.size(asked), first, times, best, bytes: trace.bytes(), wrong })
    });
    ended.collect()
}

/// Returns the report of a device's rows.
fn report_rows(device: &Device, rows: &[BenchRow]) -> MachineReport {
    let info = device.info();
    let mut algorithms: Vec<ReportedAlgorithm> = vec![];
    for row in rows {
        if algorithms.last().is_none_or(|last| last.name != row.algorithm.name) {
            algorithms.push(ReportedAlgorithm { name: row.algorithm.name.to_string(), ways: vec![] });
        }
        let way = ReportedWay {
            name: row.rung.name.to_string(),
            era: row.rung.era,
            size: row.size as u64,
            agrees: row.wrong.is_none(),
            nanoseconds: Some(row.times.best * 1e9),
        };
        if let Some(last) = algorithms.last_mut() {
            last.ways.push(way);
        }
    }
    MachineReport {
        adapter: info.name.clone(),
        driver: info.version.clone(),
        interface: info.describe_interface(),
        is_processor: info.kind != DeviceKind::Gpu,
        date: report::format_date(),
        commit: report::find_commit(),
        algorithms,
    }
}

/// Measures the limits of the device; `None` if a card cannot run the kernels that measure them.
fn measure_roof(device: &Device) -> Result<Option<Roof>> {
    match Roof::of(device, false) {
        Ok(roof) => Ok(Some(Roof { bandwidth: measure_copy_rate(device)?.max(roof.bandwidth), ..roof })),
        Err(error) if is_refusal(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Measures the bytes per second of a copy on the device, read and written.
fn measure_copy_rate(device: &Device) -> Result<f64> {
    let elements = if device.info().kind == DeviceKind::Emulator { 1 << 14 } else { 1 << 22 };
    let source = device.stream(&vec![1.0_f32; elements])?;
    let mut copy = device.uninit::<f32>(elements)?;
    let time = Stopwatch::new(true).time(device, || copy.copy_from(&source))?;
    Ok(time.map_or(0.0, |time| 8.0 * elements as f64 / time.as_secs_f64().max(1e-9)))
}

impl BenchRow {
    /// Returns its bytes per second over those of a copy.
    fn share_of_copy(&self, roofs: &[(Era, Roof)]) -> Option<f64> {
        let (_, roof) = roofs.iter().find(|(era, _)| *era == self.rung.era)?;
        (self.times.best > 0.0).then(|| self.bytes as f64 / self.times.best / roof.bandwidth)
    }

    fn to_json(&self, roofs: &[(Era, Roof)]) -> Value {
        json!({
            "algorithm": self.algorithm.name, "rung": self.rung.name, "era": self.rung.era.to_string(), "size": self.size,
            "first_seconds": self.first.as_secs_f64(), "best_seconds": self.times.best, "quartile_seconds": self.times.quartiles,
            "slowest_seconds": self.times.slowest, "runs": self.times.runs,
            "host_best_seconds": self.best.0.as_secs_f64(), "device_best_seconds": self.best.1.map(|time| time.as_secs_f64()), "bytes": self.bytes, "of_copy": self.share_of_copy(roofs), "right": self.wrong.is_none(),
        })
    }
}

fn bench_table(rows: &[BenchRow], roofs: &[(Era, Roof)]) -> TextTable {
    let columns = [
        "algorithm",
        "rung",
        ">size",
        ">best",
        ">25 %",
        ">median",
        ">75 %",
        ">elements/s",
        ">of copy",
        ">first",
        "result",
    ];
    let mut table = new_table(&columns).with_optional(&["25 %", "75 %", "first", "size", "elements/s"]);
    for (at, row) in rows.iter().enumerate() {
        let first = at == 0 || rows[at - 1].algorithm.name != row.algorithm.name;
        let [low, median, high] = row.times.quartiles.map(format_seconds);
        let rate = row.size as f64 / row.times.best.max(1e-12);
        let result = match row.wrong {
            None => TableCell::new("ok").with_style(CellStyle::Green),
            Some(_) => TableCell::new("WRONG").with_style(CellStyle::Red),
        };
        table.add_row([
            TableCell::new(if first { row.algorithm.name } else { "" }),
            TableCell::new(row.rung.name),
            TableCell::new(format_count(row.size)),
            TableCell::new(format_seconds(row.times.best)),
            TableCell::new(low),
            TableCell::new(median),
            TableCell::new(high),
            TableCell::new(format!("{:.1} M", rate / 1e6)),
            TableCell::new(row.share_of_copy(roofs).map_or("-".to_string(), |share| format!("{share:.2}"))),
            TableCell::new(format_seconds(row.first.as_secs_f64())),
            result,
        ]);
    }
    table
}
