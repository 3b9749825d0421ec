//! Runs the ways of the library's algorithms, with a reader's kernels instead of the library's.

use crate::captured_launches::LaunchRequest;
use crate::edge_sizes;
use crate::page_json;
use crate::request::RequestFields;
use crate::uniforms::{self, UniformPins};
use gristmill::algorithms::{Algorithm, Check, Rung, Workload};
use gristmill::check::KernelCheck;
use gristmill::finding::{FindingKind, Listening};
use gristmill::judge::users;
use gristmill::kernels::Edits;
use gristmill::{Device, Era, Error, Profile, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The step limit of a warp: the library's longest way needs a tenth of it.
pub(crate) const MAX_STEPS: u64 = 1_000_000;

/// Elements of a run that shows which kernels a way uses: more than a group has.
const FEW_ELEMENTS: usize = 300;

/// The fewest elements that a page starts with, and the tour size above which a picture is not slow.
const MIN_ELEMENTS: usize = 16;
const CHEAP_TOUR_SIZE: usize = 2_000;

/// Elements that a page starts with; it starts with fewer if a run of those takes longer than `LONG_RUN`.
const DEFAULT_ELEMENTS: usize = 1 << 16;
const LONG_RUN: Duration = Duration::from_secs(1);

/// The most elements that a page may ask for: more take too long to wait for.
const MAX_ELEMENTS: usize = 1 << 22;

/// The most results that a page shows.
const MAX_RESULTS: usize = 1 << 16;

/// The seed of the generated numbers.
pub(crate) const SEED: u32 = 7;

/// Answers with the ways that run a kernel file: of one algorithm, if the request names it, and only the first, if that
/// is enough.
pub(crate) fn answer_ways(request: &RequestFields) -> Result<Value> {
    let path = request.required_text("path")?;
    let users = users(path)?;
    let names: Vec<&str> = users.iter().map(|algorithm| algorithm.name).collect();
    let mut likely: Vec<(&'static Algorithm, &'static Rung)> = users
        .iter()
        .filter(|algorithm| request.optional_text("algorithm").is_none_or(|name| name == algorithm.name))
        .flat_map(|algorithm| algorithm.ways().map(|way| (*algorithm, way)))
        .collect();
    let first = request.is_wanted("first", false);
    if first {
        likely.sort_by_key(|(algorithm, way)| name_distance(path, algorithm, way));
    }
    let mut found = vec![];
    for (algorithm, way) in likely {
        if let Some(taken) = time_if_used(path, algorithm, way)? {
            let elements = match taken > LONG_RUN {
                true => FEW_ELEMENTS,
                false if is_picture_slow(algorithm, way)? => MIN_ELEMENTS,
                false => DEFAULT_ELEMENTS,
            };
            found.push(json!({
                "algorithm": algorithm.name, "way": way.name, "era": era_name(way.era), "method": way.method,
                "size": algorithm.size, "elements": elements.min(algorithm.size),
            }));
            if first {
                break;
            }
        }
    }
    Ok(json!({ "ways": found, "others": comparable_ways(path)?, "algorithms": names }))
}

/// Answers with all ways of an algorithm, in the order of its chapter.
pub(crate) fn list_ways(algorithm: &Algorithm) -> Value {
    let ways = algorithm.ways();
    let ways = ways.map(|way| json!({ "way": way.name, "era": era_name(way.era), "method": way.method }));
    json!({ "ways": ways.collect::<Vec<_>>(), "size": algorithm.size })
}

/// Returns true if a picture of the fewest elements takes long. It only tests algorithms with a small tour size,
/// because those are slow.
fn is_picture_slow(algorithm: &Algorithm, way: &Rung) -> Result<bool> {
    if algorithm.size > CHEAP_TOUR_SIZE {
        return Ok(false);
    }
    let device = Device::emulator(way.era)?;
    device.listen(None)?;
    let mut trial = (way.prepare)(&device, &Workload::new(MIN_ELEMENTS, SEED))?;
    let begin = Instant::now();
    trial.run()?;
    Ok(trial.has_picture() && trial.picture().is_ok() && begin.elapsed() > LONG_RUN)
}

/// Returns the time of a few elements if a way runs the kernel file. Only a run shows it, because ways choose their
/// kernels by size and device.
fn time_if_used(path: &str, algorithm: &Algorithm, way: &Rung) -> Result<Option<Duration>> {
    let device = Device::emulator(way.era)?;
    device.listen(None)?;
    let work = Workload::new(FEW_ELEMENTS.min(algorithm.size), SEED);
    let used = |pictured: bool| {
        let (ran, files) = Edits::default().run(|| {
            let mut trial = (way.prepare)(&device, &work)?;
            let begin = Instant::now();
            trial.run()?;
            let taken = begin.elapsed();
            if pictured {
                trial.picture()?;
            }
            Ok::<_, Error>((trial.has_picture(), taken))
        });
        let (has_picture, taken) = ran.ok()?;
        Some((has_picture, files.iter().any(|(_, file)| file == path).then_some(taken)))
    };
    // Kernels that draw the picture only run when it is asked for.
    Ok(match used(false) {
        Some((true, None)) => used(true).and_then(|(_, taken)| taken),
        Some((_, taken)) => taken,
        None => None,
    })
}

/// Returns the distance of a way's name from a file's: `fragment_packed` most likely runs `saxpy_packed.frag`.
fn name_distance(path: &str, algorithm: &Algorithm, way: &Rung) -> (bool, usize) {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let words = stem
        .strip_prefix(algorithm.name)
        .unwrap_or("")
        .split('_')
        .filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let own: Vec<&str> = way.name.split('_').skip(1).collect();
    let other_era =
        path.starts_with("compute_kernels/") != (way.era == Era::Compute) && !path.starts_with("kernel_includes/");
    (other_era, count_strange(&words, &own) + count_strange(&own, &words))
}

fn count_strange(these: &[&str], those: &[&str]) -> usize {
    these.iter().filter(|word| !those.contains(word)).count()
}

/// Returns the plain ways of both eras of the algorithms that run the file, for a comparison.
fn comparable_ways(path: &str) -> Result<Value> {
    let kind = Device::emulator(Era::Fragment)?.info().kind;
    Ok(users(path)?
        .into_iter()
        .flat_map(|algorithm| {
            let eras = [Era::Fragment, Era::Compute].into_iter();
            eras.filter_map(move |of| {
                algorithm
                    .plain(of, kind)
                    .map(|way| json!({ "algorithm": algorithm.name, "way": way.name, "era": era_name(of) }))
            })
        })
        .collect())
}

fn era_name(era: Era) -> &'static str {
    if era == Era::Fragment { "fragment" } else { "compute" }
}

/// Runs a way and compares it with its reference: at the size asked for and, if it is right there, at edge sizes.
pub(crate) fn answer_run(request: &RequestFields) -> Result<Value> {
    let algorithm = Algorithm::find(request.required_text("algorithm")?)?;
    let way = find_way(algorithm, request.required_text("way")?, request.optional_text("era"))?;
    let asked = LaunchRequest::from_request(request);
    let size = request.optional_number("size")?;
    let size = size.map_or(algorithm.size, |size| usize::try_from(size).unwrap_or(usize::MAX));
    if size > MAX_ELEMENTS {
        return Err(Error::data(format!(
            "{size} elements are more than the {MAX_ELEMENTS} that a page runs; use fewer"
        )));
    }
    let mut told = run_at(request, way, size, asked, request.is_wanted("counted", false))?;
    // A pinned uniform matches the host's at this size only, if at all.
    let pinned = !request.0["uniforms"].is_null();
    if told["verdict"] == "right" && request.is_wanted("watched", true) && asked.is_none() && !pinned {
        edge_sizes::judge_edge_sizes(&mut told, algorithm, way, |size| run_at(request, way, size, asked, false))?;
    }
    Ok(told)
}

/// Runs a way once and compares it with its reference.
fn run_at(request: &RequestFields, way: &Rung, size: usize, asked: LaunchRequest, counted: bool) -> Result<Value> {
    let mut edits = Edits::default();
    for (path, text) in request.named_texts("files") {
        edits = edits.file(path, text.to_string())?;
    }
    let device = asked.prepare_device(Device::emulator(way.era)?)?;
    let device = match request.optional_text("card") {
        Some(card) => device.with_card(Profile::named(card)?)?,
        None => device,
    };
    device.stop_after(Some(MAX_STEPS))?;
    let listening = match request.is_wanted("watched", true) {
        true => Some(Listening { counters: counted, ..Listening::FAULTS }),
        false => counted.then_some(Listening::COUNTERS),
    };
    device.listen(listening)?;
    let work = Workload::new(size, SEED);
    let pins = UniformPins::from_request(request)?;
    pins.pin_on(&device);
    let (ended, files) =
        edits.run(|| asked.run_captured(&device, || FinishedRun::run_and_check(&device, way, &work, asked)));
    let host = device.note_uniforms(false);
    let ended = ended.and_then(|ended| pins.check_launched(&host).map(|()| ended));
    let moved = pins.explain_unjudged(&host);
    let unused: Vec<&str> = edits
        .paths()
        .filter(|path| files.iter().all(|(_, file)| file != path))
        .collect();
    let findings = device.findings()?;
    let faulty = findings
        .iter()
        .any(|finding| finding.kind != FindingKind::Note || !finding.place.is_empty());
    let mut told = json!({
        "findings": findings.iter().map(page_json::finding_json).collect::<Vec<_>>(), "unused": unused, "size": size,
        "files": files.iter().map(|(_, file)| file).collect::<Vec<_>>(), "uniforms": uniforms::uniforms_json(&host),
    });
    if counted {
        told["counters"] = page_json::parse_json(&device.counters()?.json());
    }
    let (verdict, sentence) = match &ended {
        Err(error @ Error::NoDevice { .. }) => ("left out", error.to_string()),
        Err(error) => {
            let mut lines = page_json::named_lines(&error.to_string());
            if let (Error::Card { .. }, Some(path), Some(card)) =
                (error, request.optional_text("path"), request.optional_text("card"))
            {
                lines = refused_lines(path, request.named_texts("files"), card)?;
            }
            told["lines"] = json!(lines);
            ("failed", error.to_string())
        }
        Ok(_) if faulty => ("found", findings[0].to_string()),
        Ok(_) if moved.is_some() => ("not judged", moved.unwrap_or_default()),
        Ok((ended, _)) if ended.check.passed() => ("right", ended.describe_result()),
        Ok((ended, _)) => ("wrong", ended.describe_result()),
    };
    told["verdict"] = verdict.into();
    told["sentence"] = sentence.into();
    if let Ok((ended, launches)) = ended {
        if let (Some(told), Value::Object(launches)) = (told.as_object_mut(), launches) {
            told.extend(launches);
        }
        if let Some(told) = told["launches"].as_array_mut() {
            told.truncate(ended.launches);
        }
        told["bound"] = ended.check.bound.into();
        told["elements"] = ended.check.elements.into();
        told["milliseconds"] = ended.milliseconds.into();
        told["numbers"] = ended.numbers.into();
        told["picture"] = ended.picture;
    }
    Ok(told)
}

/// Returns the lines of the page's kernel that a card refuses; none if it accepts them and refuses another kernel.
fn refused_lines<'r>(
    path: &str,
    mut edited: impl Iterator<Item = (&'r str, &'r str)>,
    card: &str,
) -> Result<Vec<Value>> {
    let text = match edited.find(|(name, _)| *name == path) {
        Some((_, text)) => text.into(),
        None => gristmill::kernels::text(path)?,
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    let Ok(flat) = KernelCheck::source(name, text).flat() else { return Ok(vec![]) };
    let fit = flat.fit(Profile::named(card)?);
    Ok(fit
        .refusals()
        .map(|demand| json!({ "file": demand.file, "line": demand.line, "sentence": demand.sentence }))
        .collect())
}

/// Returns a way by its name, and by its era if both have it.
pub(crate) fn find_way(algorithm: &'static Algorithm, name: &str, of: Option<&str>) -> Result<&'static Rung> {
    let mut ways = algorithm.rungs.iter();
    ways.find(|way| way.name == name && of.is_none_or(|of| of == era_name(way.era)))
        .ok_or_else(|| {
            let names: Vec<&str> = algorithm.rungs.iter().map(|way| way.name).collect();
            Error::data(format!("{} has no way {name:?}; there are {}", algorithm.name, names.join(", ")))
        })
}

/// A finished run.
struct FinishedRun {
    check: Check,
    numbers: Vec<Value>,
    picture: Value,
    milliseconds: f64,
    /// The launches before the check of the result.
    launches: usize,
}

impl FinishedRun {
    fn run_and_check(device: &Device, way: &Rung, work: &Workload, asked: LaunchRequest) -> Result<FinishedRun> {
        let (mut trial, before) = asked.run_counted(device, || (way.prepare)(device, work))?;
        let begin = Instant::now();
        let ((), launches) = asked.run_counted(device, || {
            trial.run()?;
            device.finish()
        })?;
        let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
        device.note_reads(true);
        let check = trial.check()?;
        let reads = device.note_reads(false);
        let numbers = reads.iter().take(MAX_RESULTS).map(page_json::number_json).collect();
        let picture = match asked.picture && trial.has_picture() {
            true => trial
                .picture()?
                .map_or(Value::Null, |picture| page_json::picture_json(&picture)),
            false => Value::Null,
        };
        Ok(FinishedRun { check, numbers, picture, milliseconds, launches: before + launches })
    }

    fn describe_result(&self) -> String {
        let Check { elements, error, bound, .. } = self.check;
        let s = if elements == 1 { "" } else { "s" };
        let off = format_short(error);
        let bound = format_short(bound);
        match self.check.passed() {
            true if error == 0.0 => format!("{elements} element{s}, all equal to the reference"),
            true => format!("{elements} element{s} within {bound} of the reference; the largest difference is {off}"),
            false => format!(
                "{elements} element{s}, and the largest difference from the reference is {off}; the limit is {bound}"
            ),
        }
    }
}

/// Formats a number with few digits.
fn format_short(number: f64) -> String {
    if (0.01..1e6).contains(&number.abs()) {
        ((number * 1e3).round() / 1e3).to_string()
    } else {
        format!("{number:.2e}")
    }
}
