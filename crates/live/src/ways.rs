//! Runs the ways of the library's algorithms, with a reader's kernels instead of the library's.

use crate::fields::Fields;
use crate::launches::Asked;
use crate::shown;
use crate::sizes;
use crate::uniforms::{self, Pins};
use gristmill::algorithms::{Algorithm, Check, Rung, Workload};
use gristmill::card::Demand;
use gristmill::check::KernelCheck;
use gristmill::finding::{FindingKind, Listening};
use gristmill::judge::users;
use gristmill::kernels::Edits;
use gristmill::{Device, Era, Error, Profile, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The step limit of a warp: the library's longest way needs a tenth of it.
pub(crate) const STEPS: u64 = 1_000_000;

/// Elements of a run that shows which kernels a way uses: more than a group has.
const FEW: usize = 300;

/// The fewest elements that a page starts with, and the tour size above which a picture is not slow.
const FEWEST: usize = 16;
const CHEAP: usize = 2_000;

/// Elements that a page starts with; it starts with fewer if a run of those takes longer than `LONG_RUN`.
const PLENTY: usize = 1 << 16;
const LONG: Duration = Duration::from_secs(1);

/// The most elements that a page may ask for: more take too long to wait for.
const MOST: usize = 1 << 22;

/// The most results that a page shows.
const SHOWN: usize = 1 << 16;

/// The seed of the generated numbers.
pub(crate) const SEED: u32 = 7;

/// Answers with the ways that run a kernel file: of one algorithm, if the request names it, and only the first, if that
/// is enough.
pub(crate) fn ways(request: &Fields) -> Result<Value> {
    let path = request.word("path")?;
    let users = users(path)?;
    let names: Vec<&str> = users.iter().map(|algorithm| algorithm.name).collect();
    let wanted = |algorithm: &&&'static Algorithm| request.may("algorithm").is_none_or(|name| name == algorithm.name);
    let mut likely: Vec<(&'static Algorithm, &'static Rung)> = users
        .iter()
        .filter(wanted)
        .flat_map(|algorithm| algorithm.ways().map(|way| (*algorithm, way)))
        .collect();
    let first = request.wants("first", false);
    if first {
        likely.sort_by_key(|(algorithm, way)| far(path, algorithm, way));
    }
    let mut found = vec![];
    for (algorithm, way) in likely {
        if let Some(taken) = runs(path, algorithm, way)? {
            let elements = match taken > LONG {
                true => FEW,
                false if dear(algorithm, way)? => FEWEST,
                false => PLENTY,
            };
            found.push(json!({
                "algorithm": algorithm.name, "way": way.name, "era": era(way.era), "method": way.method,
                "size": algorithm.size, "elements": elements.min(algorithm.size),
            }));
            if first {
                break;
            }
        }
    }
    Ok(json!({ "ways": found, "others": others(path)?, "algorithms": names }))
}

/// Returns true if a picture of the fewest elements takes long. It only tests algorithms with a small tour size,
/// because those are slow.
fn dear(algorithm: &Algorithm, way: &Rung) -> Result<bool> {
    if algorithm.size > CHEAP {
        return Ok(false);
    }
    let device = Device::emulator(way.era)?;
    device.listen(None)?;
    let mut trial = (way.prepare)(&device, &Workload::new(FEWEST, SEED))?;
    let begin = Instant::now();
    trial.run()?;
    Ok(trial.has_picture() && trial.picture().is_ok() && begin.elapsed() > LONG)
}

/// Returns the time of a few elements if a way runs the kernel file. Only a run shows it, because ways choose their
/// kernels by size and device.
fn runs(path: &str, algorithm: &Algorithm, way: &Rung) -> Result<Option<Duration>> {
    let device = Device::emulator(way.era)?;
    device.listen(None)?;
    let work = Workload::new(FEW.min(algorithm.size), SEED);
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
fn far(path: &str, algorithm: &Algorithm, way: &Rung) -> (bool, usize) {
    let file = path.rsplit('/').next().unwrap_or(path);
    let stem = file.split('.').next().unwrap_or(file);
    let words = stem
        .strip_prefix(algorithm.name)
        .unwrap_or("")
        .split('_')
        .filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    let own: Vec<&str> = way.name.split('_').skip(1).collect();
    let strange = |these: &[&str], those: &[&str]| these.iter().filter(|word| !those.contains(word)).count();
    let other_era =
        path.starts_with("compute_kernels/") != (way.era == Era::Compute) && !path.starts_with("kernel_includes/");
    (other_era, strange(&words, &own) + strange(&own, &words))
}

/// Returns the plain ways of both eras of the algorithms that run the file, for a comparison.
fn others(path: &str) -> Result<Value> {
    let kind = Device::emulator(Era::Fragment)?.info().kind;
    let plain = |algorithm: &'static Algorithm| {
        let eras = [Era::Fragment, Era::Compute].into_iter();
        eras.filter_map(move |of| {
            algorithm
                .plain(of, kind)
                .map(|way| json!({ "algorithm": algorithm.name, "way": way.name, "era": era(of) }))
        })
    };
    Ok(users(path)?.into_iter().flat_map(plain).collect())
}

fn era(era: Era) -> &'static str {
    if era == Era::Fragment { "fragment" } else { "compute" }
}

/// Runs a way and compares it with its reference: at the size asked for and, if it is right there, at edge sizes.
pub(crate) fn run(request: &Fields) -> Result<Value> {
    let algorithm = Algorithm::find(request.word("algorithm")?)?;
    let way = way(algorithm, request.word("way")?, request.may("era"))?;
    let asked = Asked::of(request);
    let size = request.number("size")?;
    let size = size.map_or(algorithm.size, |size| usize::try_from(size).unwrap_or(usize::MAX));
    if size > MOST {
        return Err(Error::data(format!("{size} elements are more than the {MOST} that a page runs; take fewer")));
    }
    let mut told = run_at(request, way, size, asked, request.wants("counted", false))?;
    // A pinned uniform matches the host's at this size only, if at all.
    let pinned = !request.0["uniforms"].is_null();
    if told["verdict"] == "right" && request.wants("watched", true) && asked.is_none() && !pinned {
        sizes::judge(&mut told, algorithm, way, |size| run_at(request, way, size, asked, false))?;
    }
    Ok(told)
}

/// Runs a way once and compares it with its reference.
fn run_at(request: &Fields, way: &Rung, size: usize, asked: Asked, counted: bool) -> Result<Value> {
    let mut edits = Edits::default();
    for (path, text) in request.texts("files") {
        edits = edits.file(path, text.to_string())?;
    }
    let device = asked.on(Device::emulator(way.era)?)?;
    let device = match request.may("card") {
        Some(card) => device.with_card(Profile::named(card)?)?,
        None => device,
    };
    device.stop_after(Some(STEPS))?;
    let listening = match request.wants("watched", true) {
        true => Some(Listening { counters: counted, ..Listening::FAULTS }),
        false => counted.then_some(Listening::COUNTERS),
    };
    device.listen(listening)?;
    let work = Workload::new(size, SEED);
    let pins = Pins::of(request)?;
    pins.on(&device);
    let (ended, files) = edits.run(|| asked.run(&device, || Ended::of(&device, way, &work, asked)));
    let host = device.note_uniforms(false);
    let ended = ended.and_then(|ended| pins.check(&host).map(|()| ended));
    let moved = pins.moved(&host);
    let unused: Vec<&str> = edits
        .paths()
        .filter(|path| files.iter().all(|(_, file)| file != path))
        .collect();
    let findings = device.findings()?;
    let faulty = findings
        .iter()
        .any(|finding| finding.kind != FindingKind::Note || !finding.place.is_empty());
    let mut told = json!({
        "findings": findings.iter().map(shown::finding).collect::<Vec<_>>(), "unused": unused, "size": size,
        "files": files.iter().map(|(_, file)| file).collect::<Vec<_>>(), "uniforms": uniforms::told(&host),
    });
    if counted {
        told["counters"] = shown::written(&device.counters()?.json());
    }
    let (verdict, sentence) = match &ended {
        Err(error @ Error::NoDevice { .. }) => ("left out", error.to_string()),
        Err(error) => {
            let mut lines = shown::lines(&error.to_string());
            if let (Error::Card { .. }, Some(path), Some(card)) = (error, request.may("path"), request.may("card")) {
                lines = refused(path, request.texts("files"), card)?;
            }
            told["lines"] = json!(lines);
            ("failed", error.to_string())
        }
        Ok(_) if faulty => ("found", findings[0].to_string()),
        Ok(_) if moved.is_some() => ("not judged", moved.unwrap_or_default()),
        Ok((ended, _)) if ended.check.passed() => ("right", ended.sentence()),
        Ok((ended, _)) => ("wrong", ended.sentence()),
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
fn refused<'r>(path: &str, mut edited: impl Iterator<Item = (&'r str, &'r str)>, card: &str) -> Result<Vec<Value>> {
    let text = match edited.find(|(name, _)| *name == path) {
        Some((_, text)) => text.into(),
        None => gristmill::kernels::text(path)?,
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    let Ok(flat) = KernelCheck::source(name, text).flat() else { return Ok(vec![]) };
    let fit = flat.fit(Profile::named(card)?);
    let line = |demand: &Demand| json!({ "file": demand.file, "line": demand.line, "sentence": demand.sentence });
    Ok(fit.refusals().map(line).collect())
}

/// Returns a way by its name, and by its era if both have it.
pub(crate) fn way(algorithm: &'static Algorithm, name: &str, of: Option<&str>) -> Result<&'static Rung> {
    let mut ways = algorithm.rungs.iter();
    ways.find(|way| way.name == name && of.is_none_or(|of| of == era(way.era)))
        .ok_or_else(|| {
            let names: Vec<&str> = algorithm.rungs.iter().map(|way| way.name).collect();
            Error::data(format!("{} has no way {name:?}; there are {}", algorithm.name, names.join(", ")))
        })
}

/// A finished run.
struct Ended {
    check: Check,
    numbers: Vec<Value>,
    picture: Value,
    milliseconds: f64,
    /// The launches before the check of the result.
    launches: usize,
}

impl Ended {
    fn of(device: &Device, way: &Rung, work: &Workload, asked: Asked) -> Result<Ended> {
        let (mut trial, before) = asked.counted(device, || (way.prepare)(device, work))?;
        let begin = Instant::now();
        let ((), launches) = asked.counted(device, || {
            trial.run()?;
            device.finish()
        })?;
        let milliseconds = begin.elapsed().as_secs_f64() * 1e3;
        device.note_reads(true);
        let check = trial.check()?;
        let reads = device.note_reads(false);
        let numbers = reads.iter().take(SHOWN).map(shown::number).collect();
        let picture = match trial.has_picture() {
            true => trial.picture()?.map_or(Value::Null, |picture| shown::picture(&picture)),
            false => Value::Null,
        };
        Ok(Ended { check, numbers, picture, milliseconds, launches: before + launches })
    }

    fn sentence(&self) -> String {
        let Check { elements, error, bound, .. } = self.check;
        let s = if elements == 1 { "" } else { "s" };
        let (off, bound) = (few(error), few(bound));
        match self.check.passed() {
            true if error == 0.0 => format!("{elements} element{s}, each as the reference has it"),
            true => format!("{elements} element{s} within {bound} of the reference; the furthest is {off} off"),
            false => format!("{elements} element{s}, and the furthest is {off} off the reference; it may be {bound}"),
        }
    }
}

/// Formats a number with few digits.
fn few(number: f64) -> String {
    if (0.01..1e6).contains(&number.abs()) {
        ((number * 1e3).round() / 1e3).to_string()
    } else {
        format!("{number:.2e}")
    }
}
