//! A task of a pack: its texts, and the suite that judges an answer.

use crate::case_file;
use crate::course_pack::pack_text::refuse_title;
use crate::course_pack::refusal::refuse_reason;
use crate::course_pack::task_files::{
    ANSWER_STEM, CASES_FILE, KERNEL_ENDINGS, NEAR_START, find_text, list_names, read_text,
};
use crate::kernel_replacement::KernelReplacement;
use crate::suite::KernelSuite;
use gristmill_base::error::{Error, Result};
use gristmill_check::IncludeFiles;
use std::path::{Path, PathBuf};

/// The longest answer in bytes.
const MAX_ANSWER_BYTES: usize = 1 << 16;

/// A task of a course pack.
///
/// ```
/// use gristmill::test::{CoursePack, CourseTask};
/// let pack = CoursePack::open("../../examples/course_pack")?;
/// let task: &CourseTask = pack.find_task("vector_add")?;
/// assert_eq!((task.name(), task.file_name().as_str()), ("vector_add", "vector_add.comp"));
/// assert!(task.start().contains("void main()") && task.text().contains("lane"));
/// assert!(!task.title().is_empty() && task.hints().len() == 3 && task.solution().is_some());
/// assert_eq!(task.near_answers().len(), 2);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct CourseTask {
    name: String,
    folder: PathBuf,
    title: String,
    text: String,
    hints: Vec<String>,
    ending: String,
    start: String,
    solution: Option<String>,
    near: Vec<NearAnswer>,
}

/// An answer that looks right and has to be refused.
///
/// ```
/// use gristmill::test::{CoursePack, NearAnswer};
/// let pack = CoursePack::open("../../examples/course_pack")?;
/// let near: &NearAnswer = &pack.find_task("vector_add")?.near_answers()[0];
/// assert_eq!((near.name.as_str(), near.reason.as_str()), ("no_guard", "bounds"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearAnswer {
    /// Its file is `near_NAME`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The reason for its refusal: the word after `// refused:`.
    pub reason: String,
}

impl CourseTask {
    /// Reads the files of a task's folder.
    ///
    /// # Errors
    /// [`Error::Data`] says which file is missing or wrong.
    pub(crate) fn read_folder(folder: &Path, name: &str) -> Result<CourseTask> {
        let names = list_names(folder)?;
        let ending = find_ending(folder, &names)?;
        let text_path = folder.join("text.md");
        let (title, text) = split_title(&text_path, &read_text(&text_path, "write the task into it")?)?;
        let start = read_text(&folder.join(format!("start.{ending}")), "write the file to edit")?;
        let hints = find_text(&folder.join("hints.md"))?.unwrap_or_default();
        let solution = find_text(&folder.join(format!("solution.{ending}")))?;
        let mut near = vec![];
        for file in names.iter().filter(|file| file.starts_with(NEAR_START)) {
            near.push(read_near(&folder.join(file), file, &ending)?);
        }
        Ok(CourseTask {
            name: name.to_string(),
            folder: folder.to_path_buf(),
            title,
            text,
            hints: split_hints(&hints),
            ending,
            start,
            solution,
            near,
        })
    }

    /// Returns its name, which is that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns its title: the heading of its text.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the task itself, without the heading.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns its hints, without their headings.
    pub fn hints(&self) -> &[String] {
        &self.hints
    }

    /// Returns the file to edit.
    pub fn start(&self) -> &str {
        &self.start
    }

    /// Returns a right answer; `None` in a pack that was exported for a class.
    pub fn solution(&self) -> Option<&str> {
        self.solution.as_deref()
    }

    /// Returns the answers that look right.
    pub fn near_answers(&self) -> &[NearAnswer] {
        &self.near
    }

    /// Returns the ending of its kernels: `comp`, `frag`, `vert` or `wgsl`.
    pub(crate) fn ending(&self) -> &str {
        &self.ending
    }

    /// Returns the name of the file that a reader edits.
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.name, self.ending)
    }

    /// Returns the path of its cases.
    pub(crate) fn cases_path(&self) -> PathBuf {
        self.folder.join(CASES_FILE)
    }

    /// Returns the name of the answer's file in its cases.
    pub(crate) fn answer_file(&self) -> String {
        format!("{ANSWER_STEM}.{}", self.ending)
    }

    /// Builds the suite of its cases with a text as the answer. Loops of the cases have the declarations of the file to
    /// edit, so that an answer cannot redefine them.
    ///
    /// ```
    /// use gristmill::test::{CoursePack, Suite};
    /// let pack = CoursePack::open("../../examples/course_pack")?;
    /// let task = pack.find_task("vector_add")?;
    /// let suite: Suite = task.build_suite(task.start())?;
    /// assert_eq!(suite.run()?.find_reason(), "wrong");
    /// let suite: Suite = task.build_suite(task.solution().unwrap_or_default())?;
    /// assert!(suite.run()?.is_right());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Limit`] if it is too long, [`Error::Data`] if it says what it runs on, or the case file is missing.
    pub fn build_suite<L: IncludeFiles>(&self, answer: &str) -> Result<KernelSuite<L>> {
        let name = self.file_name();
        if answer.len() > MAX_ANSWER_BYTES {
            let next = "a solution has a few lines";
            let given = answer.len() as u128;
            return Err(Error::limit(format!("bytes of {name}"), given, MAX_ANSWER_BYTES as u128, next));
        }
        if answer.trim().is_empty() {
            return Err(Error::data(format!("{name} is empty; move it away, and the task writes a new one to edit")));
        }
        // They would change what the judge runs it on.
        if gristmill_check::comments(&name, answer)? > 0 {
            return Err(Error::data(format!("{name} has a comment // run:, which the task decides; take it out")));
        }
        let cases = self.cases_path();
        if !cases.is_file() {
            return Err(Error::data(format!("{} does not exist; write the cases of the task", cases.display())));
        }
        Ok(KernelSuite::folder(cases).with_replacement(KernelReplacement {
            path: self.folder.join(self.answer_file()),
            name,
            text: answer.to_string(),
            declarations: Some(self.start.clone()),
        }))
    }
}

/// Finds the ending of the file to edit.
fn find_ending(folder: &Path, names: &[String]) -> Result<String> {
    let mut endings = vec![];
    for ending in KERNEL_ENDINGS {
        if names.iter().any(|name| *name == format!("start.{ending}")) {
            endings.push(ending);
        }
    }
    match endings[..] {
        [ending] => Ok(ending.to_string()),
        [] => Err(Error::data(format!(
            "{} has no start; write the file to edit, as start.comp or start.frag",
            folder.display()
        ))),
        _ => Err(Error::data(format!(
            "{} has {} starts, with the endings {}; leave one",
            folder.display(),
            endings.len(),
            endings.join(", ")
        ))),
    }
}

/// Splits a task's text into its heading and the rest.
fn split_title(path: &Path, text: &str) -> Result<(String, String)> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let Some(title) = first.strip_prefix("# ") else {
        return Err(Error::data(format!("{}:1: expected a heading, as # The title; write one", path.display())));
    };
    match refuse_title(title.trim()) {
        Some(sentence) => Err(Error::data(format!("{}:1: {sentence}", path.display()))),
        None => Ok((title.trim().to_string(), rest.trim().to_string())),
    }
}

/// Splits hints at their headings.
fn split_hints(text: &str) -> Vec<String> {
    let mut hints: Vec<String> = vec![];
    for line in text.lines() {
        if line.starts_with("## ") {
            hints.push(String::new());
        } else if let Some(hint) = hints.last_mut() {
            hint.push_str(line);
            hint.push('\n');
        }
    }
    hints.iter().map(|hint| hint.trim().to_string()).collect()
}

fn read_near(path: &Path, file: &str, ending: &str) -> Result<NearAnswer> {
    let shown = path.display();
    let stem = file.strip_suffix(ending).and_then(|stem| stem.strip_suffix('.'));
    let Some(name) = stem.and_then(|stem| stem.strip_prefix(NEAR_START)) else {
        return Err(Error::data(format!("{shown}: expected {NEAR_START}NAME.{ending}, as the start ends; rename it")));
    };
    let text = read_text(path, "write it")?;
    let reason = text
        .lines()
        .find_map(|line| line.trim().strip_prefix("// refused:"))
        .map(str::trim);
    let Some(reason) = reason else {
        let next = "write why it is refused, as // refused: wrong";
        return Err(Error::data(format!("{shown}: it has no line // refused: REASON; {next}")));
    };
    match refuse_reason(reason) {
        Some(sentence) => Err(Error::data(format!("{shown}: {sentence}"))),
        None => Ok(NearAnswer { name: name.to_string(), reason: reason.to_string(), text }),
    }
}

/// Returns the text of a task's case file, and the file as it is parsed.
///
/// # Errors
/// [`Error::Data`] says what is wrong in which line.
pub fn read_cases(task: &CourseTask) -> Result<(String, case_file::CaseFileText)> {
    let path = task.cases_path();
    let text = case_file::read_text(&path)?;
    let cases = case_file::parse_file(&path.display().to_string(), &text)?;
    Ok((text, cases))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_are_split_at_headings() {
        assert_eq!(split_hints("before\n## Look\n\nAt `## `\n\n## Think\nmore\n"), ["At `## `", "more"]);
        assert_eq!(split_hints(""), [""; 0]);
        let path = Path::new("text.md");
        assert_eq!(split_title(path, "# A\n\nb\n").unwrap(), ("A".to_string(), "b".to_string()));
        assert!(
            split_title(path, "A\n")
                .unwrap_err()
                .to_string()
                .starts_with("text.md:1: expected a heading")
        );
    }
}
