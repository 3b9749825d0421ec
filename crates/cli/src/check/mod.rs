//! `gristmill check`: algorithms, files that override the library's kernels, and kernels of users.

mod algorithm_results;
pub mod arguments;
mod baseline;
pub mod kernel_run;
pub mod record;
mod reporter;
pub mod reports;
mod result_values;
pub mod run_cases;
pub mod worker_pool;

use crate::brook::{check_brook, is_brook_file};
use crate::check::algorithm_results::AlgorithmResult;
use crate::check::arguments::CheckArgs;
use crate::check::kernel_run::{child_compiler, has_launch_options, run_kernel};
use crate::check::record::relative_path;
use crate::check::reporter::CheckReporter;
use crate::check::result_values::WantedResults;
use crate::check::run_cases::judge_cases;
use crate::check::worker_pool::{work_in_order, worker_count};
use crate::global_options::GlobalOptions;
use crate::overrides;
use crate::terminal::{CommandResult, EarlyExit, print_wrapped, progress_bar, warn};
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
struct CheckTargets {
    /// Algorithms that are named, or run by the overriding files.
    algorithms: Vec<&'static Algorithm>,
    /// Files that override the library's kernels, by the library's paths.
    stand_ins: Vec<String>,
    edits: Edits,
    strangers: Vec<UserKernel>,
    /// Programs in Brook.
    brook: Vec<PathBuf>,
    /// Results to write and to print.
    wanted_results: WantedResults,
}

/// A kernel file that does not belong to the library.
struct UserKernel {
    file: PathBuf,
    /// The kernel as already read, if the file has the name of a library kernel; the file is not read twice.
    kernel: Option<Result<KernelCheck>>,
    /// The entry point to run, if it has several and the user chose none.
    entry: Option<String>,
}

impl UserKernel {
    fn judge_launch(&self, check: &CheckArgs, compiler: &ChildCompiler) -> Result<Report> {
        let kernel = self.kernel.clone().unwrap_or_else(|| check.includes.read_kernel(&self.file))?;
        let launch = LaunchOptions::new().explored();
        let launch = match &self.entry {
            Some(entry) => launch.option("entry", entry)?,
            None => launch,
        };
        let report = run_kernel(&self.file, kernel, &check.launch, launch, compiler)?;
        Ok(report.with_entry(self.entry.clone()))
    }

    /// Returns a kernel for each of its entry points, if it has several and nobody chose one.
    fn split_by_entry(self, check: &CheckArgs) -> Vec<UserKernel> {
        let ending = self.file.extension().and_then(|ending| ending.to_str());
        if check.launch.entry.is_some() || !matches!(ending, Some("wgsl" | "spv" | "hlsl")) {
            return vec![self];
        }
        // A file that cannot be read says so when it is judged.
        let Ok(kernel) = check.includes.read_kernel(&self.file) else { return vec![self] };
        let entries = kernel.list_entry_points().unwrap_or_default();
        if entries.len() < 2 || kernel.has_chosen_entry() {
            return vec![self];
        }
        let each = entries.into_iter().map(|entry| (self.file.clone(), Some(entry)));
        each.map(|(file, entry)| UserKernel { file, kernel: None, entry }).collect()
    }
}

pub fn run_check(global: &GlobalOptions, check: &CheckArgs, edits: &Edits) -> CommandResult {
    check.includes.check_folders()?;
    let mut asked = CheckTargets::from_args(check, edits)?;
    let mut telling = CheckReporter::for_check(check)?;
    for file in &asked.brook {
        match check_brook(file, &check.includes) {
            Ok(verdict) => telling.report_program(file, verdict)?,
            // One program that is wrong does not stop the others.
            Err(error) => telling.report_error(file, error),
        }
    }
    asked.judge_user_kernels(check, &mut telling)?;
    if !asked.algorithms.is_empty() {
        asked.judge_algorithms(global, check, &mut telling)?;
    }
    telling.finish()
}

impl CheckTargets {
    fn from_args(check: &CheckArgs, edits: &Edits) -> Result<CheckTargets> {
        let mut asked = CheckTargets { edits: edits.clone(), ..CheckTargets::default() };
        for what in &check.what {
            let path = Path::new(what);
            if is_brook_file(what) {
                asked.brook.push(path.to_path_buf());
            } else if path.is_dir() {
                for file in kernels::files_of(path)? {
                    if is_brook_file(&file.display().to_string()) {
                        asked.brook.push(file);
                        continue;
                    }
                    asked.add_file(check, file)?;
                    asked.drop_last_include(check);
                }
            } else if path.is_file() || is_path(what) {
                asked.add_file(check, path.to_path_buf())?;
            } else {
                asked.algorithms.push(
                    Algorithm::find(what)
                        .map_err(|error| Error::data(format!("file {what} not found, and {error}")))?,
                );
            }
        }
        if check.what.is_empty() {
            asked.stand_ins = edits.paths().map(str::to_string).collect();
        }
        if !asked.algorithms.is_empty() && has_launch_options(&check.launch) {
            return Err(Error::data("algorithms are judged on their own inputs; remove the launch options"));
        }
        if asked.strangers.is_empty() && !asked.brook.is_empty() && has_launch_options(&check.launch) {
            return Err(Error::data(
                "a program in Brook says itself what its kernels run on; remove the launch options",
            ));
        }
        for path in &asked.stand_ins {
            asked.algorithms.extend(users(path)?);
        }
        // Each algorithm once, in the order of the book.
        asked.algorithms = TABLE
            .iter()
            .filter(|algorithm: &&Algorithm| asked.algorithms.iter().any(|wanted| wanted.name == algorithm.name))
            .collect();
        if asked.algorithms.is_empty() && asked.strangers.is_empty() && asked.brook.is_empty() {
            return Err(Error::data(
                "there is nothing to check; name an algorithm of `gristmill list`, a kernel file, or a folder of edited ones by --kernels",
            ));
        }
        asked.wanted_results = WantedResults::from_options(&check.out, &check.print)?;
        let others = asked.algorithms.len() + asked.brook.len();
        if !asked.wanted_results.is_empty() && (asked.strangers.len() != 1 || others > 0) {
            return Err(Error::data("--out and --print are for the results of one kernel file; name one"));
        }
        Ok(asked)
    }

    /// Adds a file. A file with the name and the interface of a library kernel overrides it, unless it says itself what
    /// it runs on.
    fn add_file(&mut self, check: &CheckArgs, file: PathBuf) -> Result<()> {
        let name = file.display().to_string().replace('\\', "/");
        if !has_library_name(&file) {
            self.strangers.push(UserKernel { file, kernel: None, entry: None });
            return Ok(());
        }
        let kernel = check.includes.read_kernel(&file);
        let text = match &kernel {
            Ok(kernel) => Some(kernel.text().to_string()),
            Err(_) => None,
        };
        let standing = match text {
            Some(text) if !has_launch_options(&check.launch) => {
                overrides::override_library_kernel(&self.edits, &name, &text)?
            }
            _ => None,
        };
        match standing {
            Some((edits, path)) => {
                self.edits = edits;
                self.stand_ins.push(path);
            }
            None => self.strangers.push(UserKernel { file, kernel: Some(kernel), entry: None }),
        }
        Ok(())
    }

    /// Removes the last file if other kernels include it: it is not a kernel.
    fn drop_last_include(&mut self, check: &CheckArgs) {
        let Some(last) = self.strangers.last_mut() else { return };
        let ending = last.file.extension().and_then(|ending| ending.to_str());
        if !matches!(ending, Some("glsl" | "cg" | "hlsl" | "fx" | "cgfx")) {
            return;
        }
        let kernel = last.kernel.take().unwrap_or_else(|| check.includes.read_kernel(&last.file));
        let is_include = kernel.as_ref().is_ok_and(KernelCheck::is_include_file);
        last.kernel = Some(kernel);
        if is_include {
            self.strangers.pop();
        }
    }

    /// Judges the users' kernels in parallel, and reports them in order. A kernel that cannot be judged does not stop
    /// the others.
    fn judge_user_kernels(&mut self, check: &CheckArgs, telling: &mut CheckReporter) -> Result<(), EarlyExit> {
        if self.strangers.is_empty() {
            return Ok(());
        }
        let strangers = std::mem::take(&mut self.strangers);
        self.strangers = strangers.into_iter().flat_map(|kernel| kernel.split_by_entry(check)).collect();
        let compilers = (0..worker_count(self.strangers.len())?).map(|_| child_compiler());
        let compilers = compilers.collect::<Result<Vec<_>>>()?;
        let bar = if self.strangers.len() > 1 { progress_bar(self.strangers.len()) } else { ProgressBar::hidden() };
        // A text that does not compile says so once, and not for each of its entry points.
        let mut last_error = None;
        let tell_of = |stranger: &UserKernel, judged: Result<Report>| {
            bar.inc(1);
            bar.suspend(|| match judged {
                Ok(report) => {
                    self.give_results(&report, telling.is_streamed())?;
                    telling.report_kernel(&stranger.file, report)
                }
                Err(error) => {
                    let told = Some((stranger.file.clone(), error.to_string()));
                    if last_error != told {
                        telling.report_error(&stranger.file, error);
                    }
                    last_error = told;
                    Ok(())
                }
            })
        };
        let ended = work_in_order(
            &self.strangers,
            &compilers,
            |compiler, stranger| stranger.judge_launch(check, compiler),
            tell_of,
        );
        bar.finish_and_clear();
        ended
    }

    /// Writes and prints the results that were asked for. Lines beside a document go to the standard error.
    fn give_results(&self, report: &Report, is_streamed: bool) -> Result<(), EarlyExit> {
        for line in self.wanted_results.save_results(report)? {
            if is_streamed { print_wrapped(line)? } else { warn(line) }
        }
        Ok(())
    }

    /// Judges the algorithms, and reports each.
    fn judge_algorithms(
        &self,
        global: &GlobalOptions,
        check: &CheckArgs,
        telling: &mut CheckReporter,
    ) -> Result<(), EarlyExit> {
        let choice = global.device.device.unwrap_or(MachineChoice::Emulator);
        let files = self.local_kernel_files(global, check)?;
        let mut all = Vec::new();
        for algorithm in &self.algorithms {
            let mut judged = judge_cases(choice, algorithm, &self.edits, |_| true)?;
            telling.report_algorithm(&mut judged, self.algorithms.len() == 1, &|name| finding_path(&files, name))?;
            all.push(judged);
        }
        if let Some(path) = self
            .stand_ins
            .iter()
            .find(|path: &&String| all.iter().all(|judged| judged.kernel_files().all(|(_, used)| used != *path)))
        {
            return Err(
                Error::data(format!("nothing was judged: no way runs {path}; name an algorithm that does")).into()
            );
        }
        if all.len() > 1 && telling.is_streamed() {
            let cases: usize = all.iter().map(AlgorithmResult::case_count).sum();
            let wrong = all.iter().filter(|judged| !judged.is_right()).count();
            let verdict = if wrong == 0 { "nothing is wrong".to_string() } else { format!("{wrong} wrong") };
            print_wrapped(format!(
                "{} algorithms, {} cases: {verdict}",
                all.len(),
                crate::terminal::number_format::format_count(cases)
            ))?;
        }
        Ok(())
    }

    /// Returns the kernel files named by the user: those that override, and those of `--kernels`.
    fn local_kernel_files(&self, global: &GlobalOptions, check: &CheckArgs) -> Result<Vec<PathBuf>> {
        let folders = overrides::overrides_folder(global.kernels.as_deref()).into_iter();
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
fn has_library_name(file: &Path) -> bool {
    static LIBRARY_NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        kernels::paths()
            .iter()
            .map(|path: &String| path.rsplit('/').next().unwrap_or(path).to_string())
            .collect()
    });
    file.file_name()
        .is_some_and(|name| LIBRARY_NAMES.contains(&*name.to_string_lossy()))
}

/// Returns the path of a kernel file that a finding names: the user's file, else the library's.
fn finding_path(files: &[PathBuf], name: &str) -> String {
    let here = files.iter().find(|file| file.file_name().is_some_and(|own| own == name));
    here.map_or_else(|| kernels::path_of(name).unwrap_or(name.to_string()), |file| relative_path(file))
}

/// Returns true if an argument looks like a path; the file need not exist.
fn is_path(what: &str) -> bool {
    what.contains(['.', '/', '\\'])
}
