//! `gristmill puzzle`: kernels with a hole to fill, and their judge.

mod pack_tasks;
pub mod pack_work;
mod progress_file;

use crate::puzzle::pack_work::{PackWork, run_pack_work};
use crate::puzzle::progress_file::ProgressFile;
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, replace_controls};
use clap::Args;
use gristmill::test::CoursePack;
use gristmill::{Error, Result, files};
use gristmill_puzzles::{Part, Puzzle, judge, puzzles};
use serde_json::{Value, json};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Arguments of `puzzle`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
#[command(after_help = "\
Examples:
  gristmill puzzle                           lists the puzzles and your progress
  gristmill puzzle next                      the first puzzle that you have not solved
  gristmill puzzle left_neighbour            shows the task, and writes left_neighbour.frag for you to edit
  gristmill puzzle left_neighbour --check    judges that file
  gristmill puzzle left_neighbour --on-save  judges it again at each save
  gristmill puzzle left_neighbour --hint     the first of three hints, then the second ..
  gristmill puzzle left_neighbour --solution
  gristmill puzzle --set FOLDER              lists the tasks of a course pack
  gristmill puzzle --set FOLDER NAME         shows one of them; the options are the same

The judge runs your kernel on the emulator, so no driver is needed: on edge cases of sizes and inputs, in several \
orders of groups and on warps of several widths. A right result is not enough: races, barriers that not all lanes \
reach, accesses out of bounds, uninitialised reads, and more work than the puzzle allows are refused, and their \
lines shown.

Exit codes: 0 right, 1 wrong or refused, 2 usage or a file that cannot be read.
Environment: GRISTMILL_PROGRESS names the file that keeps what you have solved; else it is gristmill/puzzles.json in \
$XDG_DATA_HOME or ~/.local/share.")]
pub struct PuzzleArgs {
    #[command(subcommand)]
    pub work: Option<PackWork>,
    /// The folder of a course pack, whose tasks are meant
    #[arg(long, value_name = "FOLDER")]
    pub set: Option<PathBuf>,
    /// A puzzle's name, or next; without one all are listed
    pub name: Option<String>,
    /// Judge an answer: the file that the puzzle wrote here, or this one
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub check: Option<Option<PathBuf>>,
    /// Show the next of three hints
    #[arg(long, conflicts_with_all = ["check", "solution"])]
    pub hint: bool,
    /// Show a solution, once the puzzle is solved
    #[arg(long, conflicts_with = "check")]
    pub solution: bool,
    /// With --solution: show it even if the puzzle is not solved
    #[arg(long, requires = "solution")]
    pub give_up: bool,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl PuzzleArgs {
    /// Replaces `next` by a puzzle's name once, so that runs at each save judge the same puzzle after it is solved.
    /// Returns false if all are solved.
    pub fn resolve_next(&mut self) -> bool {
        if self.name.as_deref() == Some("next") {
            let next = match &self.set {
                Some(folder) => pack_tasks::find_next_name(folder),
                None => ProgressFile::open().progress.next().map(|puzzle| puzzle.name().to_string()),
            };
            let is_one = next.is_some();
            self.name = next.or(self.name.take());
            return is_one;
        }
        true
    }

    /// Returns the answer file that is judged at each save, or the folder that is verified.
    pub fn watched_file(&self) -> Option<PathBuf> {
        if let Some(PackWork::Verify(verify)) = &self.work {
            return Some(verify.folder.clone());
        }
        let name = self.name.as_deref()?;
        let file = match &self.set {
            Some(folder) => CoursePack::open(folder).ok()?.find_task(name).ok()?.file_name(),
            None => Puzzle::find(name).ok()?.files.file_name(),
        };
        Some(self.answer_path(&file))
    }

    /// Returns the path of the answer: the file named, or the one that was written.
    fn answer_path(&self, file_name: &str) -> PathBuf {
        self.check.clone().flatten().unwrap_or_else(|| PathBuf::from(file_name))
    }
}

pub fn run_puzzle(wanted: &PuzzleArgs, on_save: bool) -> CommandResult {
    if let Some(work) = &wanted.work {
        return run_pack_work(work);
    }
    if let Some(folder) = &wanted.set {
        return pack_tasks::run_pack(wanted, folder, on_save);
    }
    let mut progress = ProgressFile::open();
    let Some(name) = &wanted.name else {
        let asks = wanted.check.is_some() || wanted.hint || wanted.solution || on_save;
        return if asks {
            Err(Error::data("no puzzle is named; write it after puzzle, as in gristmill puzzle left_neighbour").into())
        } else {
            list_puzzles(wanted, &progress)
        };
    };
    let puzzle = match (name.as_str(), progress.progress.next()) {
        ("next", None) => {
            print_wrapped("All puzzles are solved.")?;
            return Ok(true);
        }
        ("next", Some(next)) => next,
        _ => Puzzle::find(name)?,
    };
    if wanted.check.is_some() || on_save {
        judge_answer(wanted, puzzle, &mut progress)
    } else if wanted.hint {
        show_hint(wanted, puzzle, &mut progress)
    } else if wanted.solution {
        show_solution(wanted, puzzle, &progress)
    } else {
        begin_puzzle(wanted, puzzle)
    }
}

/// Lists all puzzles by part.
fn list_puzzles(wanted: &PuzzleArgs, progress: &ProgressFile) -> CommandResult {
    let progress = &progress.progress;
    if wanted.json {
        print_line(format!(
            "{:#}",
            puzzles()
                .map(|puzzle: &Puzzle| puzzle_json(puzzle, progress.has_solved(puzzle)))
                .collect::<Value>()
        ))?;
        return Ok(true);
    }
    for part in Part::ALL {
        let mut of_part = puzzles().filter(|puzzle| puzzle.part == part).peekable();
        if of_part.peek().is_some() {
            print_line(format!("== {part} ==\n"))?;
        }
        for puzzle in of_part {
            let mark = if progress.has_solved(puzzle) { "x" } else { " " };
            let name = puzzle.name();
            let title = puzzle.title;
            print_line(format!("  [{mark}] {name:20} {:4} {title}", difficulty_stars(puzzle)))?;
        }
        print_line("")?;
    }
    print_wrapped(format!(
        "{} of {} solved. The dots say how hard one is. `gristmill puzzle NAME` begins one, and `gristmill puzzle next` the first that is not solved.",
        progress.count(),
        puzzles().count()
    ))?;
    Ok(true)
}

fn difficulty_stars(puzzle: &Puzzle) -> String {
    "*".repeat(puzzle.dots.into())
}

fn puzzle_json(puzzle: &Puzzle, solved: bool) -> Value {
    json!({
        "name": puzzle.name(),
        "title": puzzle.title,
        "part": puzzle.part.to_string(),
        "page": puzzle.page,
        "dots": puzzle.dots,
        "file": puzzle.files.file_name(),
        "solved": solved,
    })
}

/// Prints the task, and writes the file to edit.
fn begin_puzzle(wanted: &PuzzleArgs, puzzle: &Puzzle) -> CommandResult {
    let file = puzzle.files.file_name();
    let is_new = !Path::new(&file).exists();
    if is_new {
        crate::output_files::save_file(Path::new(&file), puzzle.files.start)?;
    }
    let name = puzzle.name();
    if wanted.json {
        let mut all = puzzle_json(puzzle, false);
        if let Value::Object(fields) = &mut all {
            fields.remove("solved");
            fields.insert("text".to_string(), puzzle.files.text.into());
            fields.insert("written".to_string(), is_new.into());
        }
        print_line(format!("{all:#}"))?;
        return Ok(true);
    }
    print_line(format!("== {}: {} ({}) ==\n", name, puzzle.title, difficulty_stars(puzzle)))?;
    print_lesson(puzzle.files.text)?;
    let place =
        if is_new { format!("{file} is written here: edit it.") } else { format!("{file} is here already: edit it.") };
    print_wrapped(format!(
        "{place} Then `gristmill puzzle {name} --check` judges it; with --on-save it does so at each save. The page is book/src/{}.",
        puzzle.page
    ))?;
    Ok(true)
}

/// Prints a text of the book: numbers are indented, and paragraphs are wrapped to the terminal.
fn print_lesson(text: &str) -> Result<(), EarlyExit> {
    for (place, part) in text.split("```").enumerate() {
        if place % 2 == 1 {
            // The language is named after the fence.
            part.lines().skip(1).try_for_each(|line| print_line(format!("    {line}")))?;
            print_line("")?;
            continue;
        }
        for paragraph in part.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty()) {
            print_wrapped(paragraph.replace('\n', " ").replace("**", ""))?;
            print_line("")?;
        }
    }
    Ok(())
}

/// Judges the answer and prints the verdict.
fn judge_answer(wanted: &PuzzleArgs, puzzle: &'static Puzzle, progress: &mut ProgressFile) -> CommandResult {
    let file = puzzle.files.file_name();
    let text = read_answer(&wanted.answer_path(&file), &format!("gristmill puzzle {}", puzzle.name()), &file)?;
    let verdict = judge(puzzle, &text);
    let is_right = verdict.is_right();
    if is_right && progress.progress.mark_solved(puzzle) {
        progress.save();
    }
    if wanted.json {
        let mut all = json!(verdict);
        if let Value::Object(fields) = &mut all {
            fields.insert("puzzle".to_string(), puzzle.name().into());
        }
        print_line(format!("{all:#}"))?;
        return Ok(is_right);
    }
    print_wrapped(replace_controls(&verdict.to_string()))?;
    if is_right {
        let next = match progress.progress.next() {
            Some(next) => format!("The next one: `gristmill puzzle {}`.", next.name()),
            None => "All puzzles are solved.".to_string(),
        };
        print_wrapped(format!(
            "{next} `gristmill puzzle {} --solution` shows another way to write it.",
            puzzle.name()
        ))?;
    } else {
        print_wrapped(format!("`gristmill puzzle {} --hint` helps.", puzzle.name()))?;
    }
    Ok(is_right)
}

/// Reads the text of an answer. The command given writes the file that it begins with.
fn read_answer(path: &Path, command: &str, file_name: &str) -> Result<String> {
    /// The most bytes of an answer.
    const MAX_ANSWER_BYTES: u64 = 1 << 20;
    let shown = path.display();
    match files::read_at_most(path, MAX_ANSWER_BYTES) {
        Ok(bytes) => String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            Error::data(format!("{shown} is not text in UTF-8 from byte {at} on; save it as UTF-8"))
        }),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Err(Error::data(format!("{shown} does not exist; {command} writes {file_name}")))
        }
        Err(error) => Err(Error::data(format!("{shown} cannot be read: {error}; name a file"))),
    }
}

fn show_hint(wanted: &PuzzleArgs, puzzle: &Puzzle, progress: &mut ProgressFile) -> CommandResult {
    let Some((number, hint)) = progress.progress.next_hint(puzzle) else {
        return Err(
            Error::data(format!("{} has no hints; read the page book/src/{}", puzzle.name(), puzzle.page)).into()
        );
    };
    progress.save();
    let of = puzzle.files.hints().count();
    if wanted.json {
        print_line(format!("{:#}", json!({ "puzzle": puzzle.name(), "number": number, "of": of, "hint": hint })))?;
    } else {
        print_line(format!("Hint {number} of {of}\n"))?;
        print_lesson(hint)?;
    }
    Ok(true)
}

fn show_solution(wanted: &PuzzleArgs, puzzle: &Puzzle, progress: &ProgressFile) -> Result<bool, EarlyExit> {
    let name = puzzle.name();
    if !wanted.give_up && !progress.progress.has_solved(puzzle) {
        let sentence =
            format!("{name} is not solved yet; --hint helps, and --solution --give-up shows it all the same");
        return Err(Error::data(sentence).into());
    }
    if wanted.json {
        print_line(format!("{:#}", json!({ "puzzle": name, "solution": puzzle.files.solution })))?;
    } else {
        print_line(puzzle.files.solution)?;
    }
    Ok(true)
}
