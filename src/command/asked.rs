//! `gristmill check`: algorithms, files that stand in for the library's, and kernels of strangers.

use super::arguments::{Arguments, Check};
use super::check::{described, is_launched, run, told};
use super::judged::{Judged, judge};
use super::say::{Done, Stop, say, tell, warn};
use gristmill::algorithms::{Algorithm, TABLE};
use gristmill::check::{LaunchOptions, comments};
use gristmill::judge::{Judge, users};
use gristmill::kernels::{self, Edits};
use gristmill::{Device, Era, Error, MachineChoice, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// What is to be checked.
#[derive(Default)]
struct Asked {
    /// Named, or run by the files that stand in.
    algorithms: Vec<&'static Algorithm>,
    /// Files that stand in for the library's, by the library's paths.
    stand_ins: Vec<String>,
    edits: Edits,
    strangers: Vec<PathBuf>,
}

pub fn check(arguments: &Arguments, check: &Check, edits: &Edits) -> Done {
    let asked = Asked::of(check, edits)?;
    let many = asked.strangers.len() + asked.algorithms.len() > 1;
    let mut all = Vec::new();
    let mut right = true;
    let mut unfit = None;
    for file in &asked.strangers {
        let report = match run(file, &check.launch, LaunchOptions::new().counted()) {
            Ok(report) if report.idle && report.is_right() => {
                if check.json {
                    all.push(described(&report));
                } else {
                    told(&report)?;
                }
                unfit.get_or_insert_with(|| Error::data(report.verdict()));
                continue;
            }
            Ok(report) => report,
            // Of many files, one that cannot be judged keeps no other from it.
            Err(error) if many => {
                warn(&error);
                all.push(json!({"kernel": file.display().to_string(), "right": false, "error": error.to_string()}));
                unfit.get_or_insert(error);
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        right &= report.is_right();
        if check.json {
            all.push(described(&report));
        } else {
            told(&report)?;
        }
    }
    if !asked.algorithms.is_empty() {
        for judged in asked.judged(arguments, check)? {
            right &= judged.is_right();
            all.push(judged.json());
            unfit = unfit.or_else(|| judged.uncompiled().cloned());
        }
    }
    if check.json {
        let one = if all.len() == 1 { all.remove(0) } else { Value::Array(all) };
        say(format!("{one:#}"))?;
    }
    match unfit {
        Some(error @ Error::Source { .. }) => Err(Stop::Told(error)),
        Some(error) if right => Err(Stop::Told(error)),
        _ => Ok(right),
    }
}

impl Asked {
    fn of(check: &Check, edits: &Edits) -> Result<Asked> {
        let mut asked = Asked { edits: edits.clone(), ..Asked::default() };
        for what in &check.what {
            let path = Path::new(what);
            if path.is_dir() {
                for file in kernels::files_of(path)? {
                    asked.file(check, file)?;
                }
            } else if path.is_file() || is_path(what) {
                asked.file(check, path.to_path_buf())?;
            } else {
                let missing = |error| Error::data(format!("there is no file {what}, and {error}"));
                asked.algorithms.push(Algorithm::find(what).map_err(missing)?);
            }
        }
        if check.what.is_empty() {
            asked.stand_ins = edits.paths().map(str::to_string).collect();
        }
        if !asked.algorithms.is_empty() && is_launched(&check.launch) {
            return Err(Error::data("an algorithm is judged on inputs of its own; leave the options of a launch out"));
        }
        for path in &asked.stand_ins {
            asked.algorithms.extend(users(path)?);
        }
        // Each once, in the order of the book.
        let wanted = |algorithm: &&Algorithm| asked.algorithms.iter().any(|wanted| wanted.name == algorithm.name);
        asked.algorithms = TABLE.iter().filter(wanted).collect();
        if asked.algorithms.is_empty() && asked.strangers.is_empty() {
            return Err(Error::data(
                "there is nothing to check; name an algorithm of `gristmill list`, a kernel file, or a folder of edited ones by --kernels",
            ));
        }
        Ok(asked)
    }

    /// A file that has the name and the interface of one of the library's stands in for it, unless it says
    /// itself what it is to be run on.
    fn file(&mut self, check: &Check, file: PathBuf) -> Result<()> {
        let name = file.display().to_string().replace('\\', "/");
        let text = std::fs::read_to_string(&file);
        let edits = text
            .as_ref()
            .ok()
            .and_then(|text| self.edits.clone().file(&name, text.clone()).ok());
        let (Some(edits), Ok(text), false) = (edits, text, is_launched(&check.launch)) else {
            self.strangers.push(file);
            return Ok(());
        };
        let path = kernels::path_of(&name)?;
        if comments(&name, &text).is_ok_and(|comments| comments > 0) || !kernels::fits(&path, &text)? {
            self.strangers.push(file);
        } else {
            self.edits = edits;
            self.stand_ins.push(path);
        }
        Ok(())
    }

    /// Judges the algorithms, and tells of each.
    fn judged(&self, arguments: &Arguments, check: &Check) -> Result<Vec<Judged>, Stop> {
        let device = match arguments.device {
            Some(choice) => Device::choose(Era::Fragment, choice)?,
            None => Device::choose(Era::Fragment, MachineChoice::Emulator)?,
        };
        let judge_of = Judge::new(device).edited(self.edits.clone());
        let mut all = Vec::new();
        for algorithm in &self.algorithms {
            let judged = judge(&judge_of, algorithm, |_| true);
            if !check.json {
                judged.told(self.algorithms.len() == 1)?;
            }
            all.push(judged);
        }
        let idle = |path: &&String| all.iter().all(|judged| judged.files.iter().all(|(_, used)| used != *path));
        if let Some(path) = self.stand_ins.iter().find(idle) {
            return Err(
                Error::data(format!("nothing was judged: no way runs {path}; name an algorithm that does")).into()
            );
        }
        if all.len() > 1 && !check.json {
            let cases: usize = all.iter().map(Judged::cases).sum();
            let wrong = all.iter().filter(|judged| !judged.is_right()).count();
            let verdict = if wrong == 0 { "nothing is wrong".to_string() } else { format!("{wrong} wrong") };
            tell(format!("{} algorithms, {} cases: {verdict}", all.len(), super::table::count(cases)))?;
        }
        Ok(all)
    }
}

/// Whether a word is meant for a file, which need not be there.
fn is_path(what: &str) -> bool {
    what.contains(['.', '/', '\\'])
}
