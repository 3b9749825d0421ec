//! `gristmill check`: algorithms, files that override the library's kernels, and kernels of users.

use super::arguments::{Arguments, Check, Launch};
use super::check::{child_compiler, is_launched, run};
use super::edited;
use super::judged::Judged;
use super::judgement::from_here;
use super::judging::judge;
use super::say::{Done, Stop, progress, tell};
use super::side_by_side::{work_in_order, workers};
use super::telling::Telling;
use gristmill::algorithms::{Algorithm, TABLE};
use gristmill::check::{ChildCompiler, KernelCheck, LaunchOptions, Report};
use gristmill::judge::users;
use gristmill::kernels::{self, Edits};
use gristmill::{Error, MachineChoice, Result};
use indicatif::ProgressBar;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The algorithms and kernels to check.
#[derive(Default)]
struct Asked {
    /// Algorithms that are named, or run by the overriding files.
    algorithms: Vec<&'static Algorithm>,
    /// Files that override the library's kernels, by the library's paths.
    stand_ins: Vec<String>,
    edits: Edits,
    strangers: Vec<Stranger>,
}

/// A kernel file that does not belong to the library.
struct Stranger {
    file: PathBuf,
    /// The kernel as already read, if the file has the name of a library kernel; the file is not read twice.
    kernel: Option<Result<KernelCheck>>,
}

impl Stranger {
    fn judge(&self, launch: &Launch, compiler: &ChildCompiler) -> Result<Report> {
        let kernel = self.kernel.clone().unwrap_or_else(|| KernelCheck::file(&self.file))?;
        run(&self.file, kernel, launch, LaunchOptions::new().counted(), compiler)
    }
}

pub fn check(arguments: &Arguments, check: &Check, edits: &Edits) -> Done {
    let asked = Asked::of(check, edits)?;
    let mut telling = Telling::of(check)?;
    asked.judge_strangers(check, &mut telling)?;
    if !asked.algorithms.is_empty() {
        asked.judged(arguments, check, &mut telling)?;
    }
    telling.end()
}

impl Asked {
    fn of(check: &Check, edits: &Edits) -> Result<Asked> {
        let mut asked = Asked { edits: edits.clone(), ..Asked::default() };
        for what in &check.what {
            let path = Path::new(what);
            if path.is_dir() {
                for file in kernels::files_of(path)? {
                    asked.file(check, file)?;
                    asked.leave_out_include();
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
        // Each algorithm once, in the order of the book.
        let wanted = |algorithm: &&Algorithm| asked.algorithms.iter().any(|wanted| wanted.name == algorithm.name);
        asked.algorithms = TABLE.iter().filter(wanted).collect();
        if asked.algorithms.is_empty() && asked.strangers.is_empty() {
            return Err(Error::data(
                "there is nothing to check; name an algorithm of `gristmill list`, a kernel file, or a folder of edited ones by --kernels",
            ));
        }
        Ok(asked)
    }

    /// Adds a file. A file with the name and the interface of a library kernel overrides it, unless it says itself what
    /// it runs on.
    fn file(&mut self, check: &Check, file: PathBuf) -> Result<()> {
        let name = file.display().to_string().replace('\\', "/");
        if !has_name_of_the_library(&file) {
            self.strangers.push(Stranger { file, kernel: None });
            return Ok(());
        }
        let kernel = KernelCheck::file(&file);
        let text = match &kernel {
            Ok(kernel) => Some(kernel.text().to_string()),
            Err(_) => None,
        };
        let standing = match text {
            Some(text) if !is_launched(&check.launch) => edited::stand_in(&self.edits, &name, &text)?,
            _ => None,
        };
        match standing {
            Some((edits, path)) => {
                self.edits = edits;
                self.stand_ins.push(path);
            }
            None => self.strangers.push(Stranger { file, kernel: Some(kernel) }),
        }
        Ok(())
    }

    /// Removes the last file if other kernels include it: it is not a kernel.
    fn leave_out_include(&mut self) {
        let Some(last) = self.strangers.last_mut() else { return };
        if last.file.extension().is_none_or(|ending| ending != "glsl") {
            return;
        }
        let kernel = last.kernel.take().unwrap_or_else(|| KernelCheck::file(&last.file));
        let is_include = kernel.as_ref().is_ok_and(KernelCheck::is_include_file);
        last.kernel = Some(kernel);
        if is_include {
            self.strangers.pop();
        }
    }

    /// Judges the users' kernels in parallel, and reports them in order. A kernel that cannot be judged does not stop
    /// the others.
    fn judge_strangers(&self, check: &Check, telling: &mut Telling) -> Result<(), Stop> {
        if self.strangers.is_empty() {
            return Ok(());
        }
        let compilers = (0..workers(self.strangers.len())?).map(|_| child_compiler());
        let compilers = compilers.collect::<Result<Vec<_>>>()?;
        let bar = if self.strangers.len() > 1 { progress(self.strangers.len()) } else { ProgressBar::hidden() };
        let judge = |compiler: &ChildCompiler, stranger: &Stranger| stranger.judge(&check.launch, compiler);
        let tell_of = |stranger: &Stranger, judged| {
            bar.inc(1);
            bar.suspend(|| match judged {
                Ok(report) => telling.report(&stranger.file, report),
                Err(error) => {
                    telling.error(&stranger.file, error);
                    Ok(())
                }
            })
        };
        let ended = work_in_order(&self.strangers, &compilers, judge, tell_of);
        bar.finish_and_clear();
        ended
    }

    /// Judges the algorithms, and reports each.
    fn judged(&self, arguments: &Arguments, check: &Check, telling: &mut Telling) -> Result<(), Stop> {
        let choice = arguments.device.unwrap_or(MachineChoice::Emulator);
        let files = self.files(arguments, check)?;
        let mut all = Vec::new();
        for algorithm in &self.algorithms {
            let mut judged = judge(choice, algorithm, &self.edits, |_| true)?;
            telling.judged(&mut judged, self.algorithms.len() == 1, &|name| place(&files, name))?;
            all.push(judged);
        }
        let idle = |path: &&String| all.iter().all(|judged| judged.files().all(|(_, used)| used != *path));
        if let Some(path) = self.stand_ins.iter().find(idle) {
            return Err(
                Error::data(format!("nothing was judged: no way runs {path}; name an algorithm that does")).into()
            );
        }
        if all.len() > 1 && telling.is_told() {
            let cases: usize = all.iter().map(Judged::cases).sum();
            let wrong = all.iter().filter(|judged| !judged.is_right()).count();
            let verdict = if wrong == 0 { "nothing is wrong".to_string() } else { format!("{wrong} wrong") };
            tell(format!("{} algorithms, {} cases: {verdict}", all.len(), super::table::count(cases)))?;
        }
        Ok(())
    }

    /// Returns the kernel files named by the user: those that override, and those of `--kernels`.
    fn files(&self, arguments: &Arguments, check: &Check) -> Result<Vec<PathBuf>> {
        let folders = edited::folder(arguments.kernels.as_deref()).into_iter();
        let mut files = Vec::new();
        for path in check.what.iter().map(PathBuf::from).chain(folders) {
            if path.is_dir() {
                files.extend(kernels::files_of(&path)?);
            } else if path.is_file() {
                files.push(path);
            }
        }
        Ok(files)
    }
}

/// Returns true if the library has a kernel of this file name; only then can the file override it.
fn has_name_of_the_library(file: &Path) -> bool {
    static NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let last = |path: &String| path.rsplit('/').next().unwrap_or(path).to_string();
        kernels::paths().iter().map(last).collect()
    });
    file.file_name().is_some_and(|name| NAMES.contains(&*name.to_string_lossy()))
}

/// Returns the path of a kernel file that a finding names: the user's file, else the library's.
fn place(files: &[PathBuf], name: &str) -> String {
    let here = files.iter().find(|file| file.file_name().is_some_and(|own| own == name));
    here.map_or_else(|| kernels::path_of(name).unwrap_or(name.to_string()), |file| from_here(file))
}

/// Returns true if an argument looks like a path; the file need not exist.
fn is_path(what: &str) -> bool {
    what.contains(['.', '/', '\\'])
}
