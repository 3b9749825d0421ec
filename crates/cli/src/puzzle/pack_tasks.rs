//! `gristmill puzzle --set FOLDER`: the tasks of a course pack, shown and judged as puzzles are.

use crate::check::kernel_run::child_compiler;
use crate::puzzle::progress_file::ProgressFile;
use crate::puzzle::{PuzzleArgs, print_lesson, read_answer};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, replace_controls};
use crate::test::outcome_records::format_classroom;
use gristmill::test::{CaseState, CoursePack, CourseTask, Suite, SuiteReport};
use gristmill::{Error, Result};
use serde_json::{Value, json};
use std::path::Path;

/// A pack that a reader works on.
struct OpenPack<'a> {
    pack: CoursePack,
    /// The folder as it was typed.
    folder: String,
    wanted: &'a PuzzleArgs,
    progress: ProgressFile,
}

/// Runs what the arguments ask of a pack.
pub fn run_pack(wanted: &PuzzleArgs, folder: &Path, on_save: bool) -> CommandResult {
    let pack = CoursePack::open(folder)?;
    let shown = replace_controls(&folder.display().to_string());
    let mut open = OpenPack { pack, folder: shown, wanted, progress: ProgressFile::open() };
    let Some(name) = &wanted.name else {
        let asks = wanted.check.is_some() || wanted.hint || wanted.solution || on_save;
        return if asks { Err(open.refuse_nameless().into()) } else { open.list_tasks() };
    };
    let task = match (name.as_str(), open.find_next()) {
        ("next", None) => {
            print_wrapped("All tasks are solved.")?;
            return Ok(true);
        }
        ("next", Some(next)) => next,
        _ => open.pack.find_task(name)?.clone(),
    };
    if wanted.check.is_some() || on_save {
        open.judge_answer(&task)
    } else if wanted.hint {
        open.show_hint(&task)
    } else if wanted.solution {
        open.show_solution(&task)
    } else {
        open.begin_task(&task)
    }
}

/// Returns the name of the first task of a pack that is not solved; `None` if all are, or it is not a pack.
pub fn find_next_name(folder: &Path) -> Option<String> {
    let pack = CoursePack::open(folder).ok()?;
    find_unsolved(&pack, &mut ProgressFile::open()).map(|task| task.name().to_string())
}

/// Returns the first task of a pack that is not solved.
fn find_unsolved<'p>(pack: &'p CoursePack, file: &mut ProgressFile) -> Option<&'p CourseTask> {
    let known = file.progress.open_pack(pack.title());
    pack.tasks().iter().find(|task| !known.has_solved(task.name()))
}

impl OpenPack<'_> {
    fn has_solved(&mut self, task: &str) -> bool {
        self.progress.progress.open_pack(self.pack.title()).has_solved(task)
    }

    /// Returns the first task that is not solved.
    fn find_next(&mut self) -> Option<CourseTask> {
        find_unsolved(&self.pack, &mut self.progress).cloned()
    }

    /// Returns the command that shows a task.
    fn command_for(&self, task: &str) -> String {
        format!("gristmill puzzle --set {} {task}", self.folder)
    }

    fn refuse_nameless(&self) -> Error {
        let first = self.pack.tasks().first().map_or("NAME", CourseTask::name);
        Error::data(format!("no task is named; write it after the pack, as in {}", self.command_for(first)))
    }

    fn list_tasks(&mut self) -> CommandResult {
        let tasks = self.pack.tasks().to_vec();
        if self.wanted.json {
            let mut all = vec![];
            for task in &tasks {
                let solved = self.has_solved(task.name());
                all.push(self.task_json(task, solved));
            }
            print_line(format!("{:#}", Value::Array(all)))?;
            return Ok(true);
        }
        print_line(format!("== {} ==\n", replace_controls(self.pack.title())))?;
        let mut solved = 0;
        for task in &tasks {
            let is_solved = self.has_solved(task.name());
            solved += usize::from(is_solved);
            let mark = if is_solved { "x" } else { " " };
            print_wrapped(format!("  [{mark}] {:20} {}", task.name(), replace_controls(task.title())))?;
        }
        print_line("")?;
        print_wrapped(format!(
            "{solved} of {} solved. `{}` begins one, and `next` in its place the first that is not solved.",
            tasks.len(),
            self.command_for("NAME")
        ))?;
        Ok(true)
    }

    fn task_json(&self, task: &CourseTask, solved: bool) -> Value {
        json!({
            "name": task.name(),
            "title": task.title(),
            "pack": self.pack.title(),
            "file": task.file_name(),
            "solved": solved,
        })
    }

    /// Prints the task, and writes the file to edit.
    fn begin_task(&mut self, task: &CourseTask) -> CommandResult {
        let file = task.file_name();
        let is_new = !Path::new(&file).exists();
        if is_new {
            crate::output_files::save_file(Path::new(&file), task.start())?;
        }
        if self.wanted.json {
            let solved = self.has_solved(task.name());
            let mut all = self.task_json(task, solved);
            if let Value::Object(fields) = &mut all {
                fields.insert("text".to_string(), task.text().into());
                fields.insert("written".to_string(), is_new.into());
            }
            print_line(format!("{all:#}"))?;
            return Ok(true);
        }
        print_line(format!("== {}: {} ==\n", task.name(), replace_controls(task.title())))?;
        print_lesson(&replace_controls(task.text()))?;
        let place = if is_new { "is written here: edit it." } else { "is here already: edit it." };
        let command = self.command_for(task.name());
        print_wrapped(format!(
            "{file} {place} Then `{command} --check` judges it; with --on-save it does so at each save."
        ))?;
        Ok(true)
    }

    /// Judges the answer and prints what is wrong.
    fn judge_answer(&mut self, task: &CourseTask) -> CommandResult {
        let command = self.command_for(task.name());
        let text = read_answer(&self.wanted.answer_path(&task.file_name()), &command, &task.file_name())?;
        let suite: Suite = task.build_suite(&text)?;
        let suite = suite.compiled_by(&child_compiler()?);
        let report = suite.run_with(|cases| Ok::<_, Error>(suite.run_cases(cases)))?;
        if report.count_state(CaseState::Short) > 0 {
            return Err(Error::shortage(report.verdict(), "memory or threads").into());
        }
        let is_right = report.is_right();
        if is_right && self.progress.progress.open_pack(self.pack.title()).mark_solved(task.name()) {
            self.progress.save();
        }
        if self.wanted.json {
            let mut all = format_classroom(&report);
            if let Value::Object(fields) = &mut all {
                fields.insert("task".to_string(), task.name().into());
                fields.insert("pack".to_string(), self.pack.title().into());
                fields.insert("right".to_string(), is_right.into());
            }
            print_line(format!("{all:#}"))?;
            return Ok(is_right);
        }
        print_faults(&report)?;
        print_wrapped(replace_controls(&format!("{}: {}", task.name(), report.verdict())))?;
        if !is_right {
            print_wrapped(format!("`{command} --hint` helps."))?;
            return Ok(false);
        }
        match self.find_next() {
            Some(next) => print_wrapped(format!("The next one: `{}`.", self.command_for(next.name())))?,
            None => print_wrapped("All tasks are solved.")?,
        }
        Ok(true)
    }

    fn show_hint(&mut self, task: &CourseTask) -> CommandResult {
        let hints = task.hints();
        let number = self
            .progress
            .progress
            .open_pack(self.pack.title())
            .count_hint(task.name(), hints.len());
        let Some(hint) = number.checked_sub(1).and_then(|at| hints.get(at)) else {
            return Err(Error::data(format!("{} has no hints; ask who made the pack", task.name())).into());
        };
        self.progress.save();
        if self.wanted.json {
            let all = json!({ "task": task.name(), "number": number, "of": hints.len(), "hint": hint });
            print_line(format!("{all:#}"))?;
        } else {
            print_line(format!("Hint {number} of {}\n", hints.len()))?;
            print_lesson(&replace_controls(hint))?;
        }
        Ok(true)
    }

    fn show_solution(&mut self, task: &CourseTask) -> CommandResult {
        let name = task.name();
        let solution = find_solution(task)?;
        if !self.wanted.give_up && !self.has_solved(name) {
            return Err(Error::data(format!(
                "{name} is not solved yet; --hint helps, and --solution --give-up shows it all the same"
            ))
            .into());
        }
        if self.wanted.json {
            print_line(format!("{:#}", json!({ "task": name, "solution": solution })))?;
        } else {
            print_line(replace_controls(solution))?;
        }
        Ok(true)
    }
}

fn find_solution(task: &CourseTask) -> Result<&str> {
    let sentence = "has no solution in this pack; ask who made it";
    task.solution()
        .ok_or_else(|| Error::data(format!("{} {sentence}", task.name())))
}

/// Prints what is wrong with the cases, in paragraphs.
fn print_faults(report: &SuiteReport) -> Result<(), EarlyExit> {
    for paragraph in report.explain_faults() {
        for line in paragraph {
            print_wrapped(replace_controls(&line))?;
        }
        print_line("")?;
    }
    Ok(())
}
