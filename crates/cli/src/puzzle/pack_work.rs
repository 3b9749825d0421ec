//! `gristmill puzzle new`, `verify` and `export`: the work of a teacher on a course pack.

use crate::check::kernel_run::child_compiler;
use crate::check::worker_pool::{work_in_order, worker_count};
use crate::terminal::text_table::{CellStyle, TableCell, format_table, new_table};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, progress_bar, replace_controls};
use clap::{Args, Subcommand};
use gristmill::check::{ChildCompiler, LibraryIncludes};
use gristmill::test::{CoursePack, CourseTask, TaskReview};
use gristmill::{Era, Result};
use serde_json::json;
use std::path::{Path, PathBuf};

/// The work on a course pack.
#[derive(Subcommand)]
pub enum PackWork {
    /// Write a small task that is complete, for you to change, and the pack if there is none
    New(NewTaskArgs),
    /// Judge each task of a pack: its solution has to pass, and all else to be refused
    Verify(VerifyArgs),
    /// Write a pack for a class, without its answers, and these beside it
    Export(ExportArgs),
}

/// Arguments of `puzzle new`.
#[derive(Args)]
pub struct NewTaskArgs {
    /// The folder of the pack, and the name of the task in it: my_course/halo
    #[arg(value_name = "FOLDER/NAME")]
    pub path: PathBuf,
    /// The era of its kernel: fragment or compute
    #[arg(long, default_value = "compute")]
    pub era: Era,
}

/// Arguments of `puzzle verify`.
#[derive(Args)]
#[command(after_help = "\
Of each task the solution has to pass, the start has to compile and be refused, and each near_NAME has to be refused \
for the reason in its line `// refused: REASON`: wrong, over (a cap), card, source (it does not compile), or a finding, \
as race, barrier, memory_model, bounds, uninitialised, undefined or steps. Two answers are made of the start and have to \
be refused: one that does nothing, and one that writes zeros. Warnings name what a lazy answer would pass, and change \
nothing in the exit code.

Exit codes: 0 right, 1 a task is wrong, 2 usage or a file that cannot be read.")]
pub struct VerifyArgs {
    /// The folder of the pack
    pub folder: PathBuf,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `puzzle export`.
#[derive(Args)]
#[command(after_help = "\
The class gets the texts, the hints, the files to edit and the cases that are not hidden, and can work on them by \
`gristmill puzzle --set OTHER`. It does not get solutions, near_NAME, hidden cases, or files that only these name. \
OTHER-answers is the whole pack, by which you judge what the class hands in.")]
pub struct ExportArgs {
    /// The folder of the pack
    pub folder: PathBuf,
    /// The new folder for the class
    #[arg(long, value_name = "OTHER")]
    pub to: PathBuf,
}

pub fn run_pack_work(work: &PackWork) -> CommandResult {
    match work {
        PackWork::New(wanted) => create_task(wanted),
        PackWork::Verify(wanted) => verify_pack(wanted),
        PackWork::Export(wanted) => export_pack(wanted),
    }
}

/// Returns the path as it is shown and typed.
fn show_path(path: &Path) -> String {
    replace_controls(&path.display().to_string())
}

fn create_task(wanted: &NewTaskArgs) -> CommandResult {
    let written = CoursePack::create_task(&wanted.path, wanted.era)?;
    for path in &written {
        print_line(format!("{} is written", show_path(path)))?;
    }
    let pack = show_path(wanted.path.parent().unwrap_or(Path::new("")));
    let name = wanted.path.file_name().unwrap_or_default().to_string_lossy();
    print_line("")?;
    print_wrapped(format!(
        "Change them, and `gristmill puzzle verify {pack}` says whether the task is right. `gristmill puzzle --set {pack} \
         {name}` shows it as a reader sees it."
    ))?;
    Ok(true)
}

/// Judges the tasks of a pack on all processors, and prints a table of them.
fn verify_pack(wanted: &VerifyArgs) -> CommandResult {
    let pack = CoursePack::open(&wanted.folder)?;
    let unlisted = pack.find_unlisted()?;
    let compilers = (0..worker_count(pack.tasks().len())?).map(|_| child_compiler());
    let compilers = compilers.collect::<Result<Vec<ChildCompiler>>>()?;
    let bar = progress_bar(pack.tasks().len());
    let mut reviews: Vec<TaskReview> = vec![];
    let ended = work_in_order(pack.tasks(), &compilers, verify_task, |_, review| {
        bar.inc(1);
        reviews.push(review?);
        Ok(())
    });
    bar.finish_and_clear();
    ended?;
    let is_right = reviews.iter().all(|review| review.errors.is_empty());
    if wanted.json {
        let all = json!({ "pack": pack.title(), "right": is_right, "tasks": reviews, "unlisted": unlisted });
        print_line(format!("{all:#}"))?;
        return Ok(is_right);
    }
    print_line(format!("{}\n", format_reviews(&reviews)))?;
    print_sentences(&reviews, &unlisted)?;
    let right = reviews.iter().filter(|review| review.errors.is_empty()).count();
    print_wrapped(format!("{}: {right} of {} tasks are right", replace_controls(pack.title()), reviews.len()))?;
    Ok(is_right)
}

fn verify_task(compiler: &ChildCompiler, task: &CourseTask) -> Result<TaskReview> {
    task.review_answers::<LibraryIncludes>(Some(compiler))
}

/// Formats a table with a row for each task.
fn format_reviews(reviews: &[TaskReview]) -> String {
    let columns = ["task", "solution", "start", ">near", ">cases", ">hidden", ">points", "verdict"];
    let mut table = new_table(&columns).with_optional(&["hidden", "points", "cases"]);
    for review in reviews {
        let is_right = review.errors.is_empty();
        let (verdict, look) = if is_right { ("right", CellStyle::Plain) } else { ("wrong", CellStyle::Red) };
        table.add_row(vec![
            TableCell::new(&review.task),
            TableCell::new(&review.solution),
            TableCell::new(&review.start),
            TableCell::new(format!("{} of {}", review.near_refused, review.near_answers)),
            TableCell::new(review.cases),
            TableCell::new(review.hidden_cases),
            TableCell::new(review.points),
            TableCell::new(verdict).with_style(look),
        ]);
    }
    format_table(&table)
}

/// Prints the errors and warnings of each task.
fn print_sentences(reviews: &[TaskReview], unlisted: &[String]) -> Result<(), EarlyExit> {
    let mut is_silent = true;
    for review in reviews {
        for error in &review.errors {
            print_wrapped(replace_controls(&format!("{}: {error}", review.task)))?;
            is_silent = false;
        }
        for warning in &review.warnings {
            print_wrapped(replace_controls(&format!("{}: warning: {warning}", review.task)))?;
            is_silent = false;
        }
    }
    for name in unlisted {
        let sentence = format!("warning: the folder {name} has a task that pack.toml does not list; add it to tasks");
        print_wrapped(replace_controls(&sentence))?;
        is_silent = false;
    }
    if is_silent { Ok(()) } else { print_line("") }
}

fn export_pack(wanted: &ExportArgs) -> CommandResult {
    let pack = CoursePack::open(&wanted.folder)?;
    let exported = pack.export::<LibraryIncludes>(&wanted.to, Some(&child_compiler()?))?;
    let folder = show_path(&exported.folder);
    let tasks = if exported.tasks == 1 { "task" } else { "tasks" };
    print_wrapped(format!(
        "{folder}: {} {tasks} for the class, without solutions and {} hidden cases. {}: the whole pack, for you. \
         `gristmill puzzle --set {folder}` lists what the class sees.",
        exported.tasks,
        exported.hidden_cases,
        show_path(&exported.answers)
    ))?;
    Ok(true)
}
