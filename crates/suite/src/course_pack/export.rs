//! Writes a pack for a class: without what gives the answers away.

use crate::case_file::parse_file;
use crate::course_pack::course_task::{CourseTask, read_cases};
use crate::course_pack::pack::CoursePack;
use crate::course_pack::pack_text::PACK_FILE;
use crate::course_pack::review::judge_text;
use crate::course_pack::task_files::{CASES_FILE, NEAR_START, list_names, write_bytes};
use crate::files::file_name;
use crate::suite::KernelSuite;
use crate::test_case::TestCase;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::{read_at_most, with_ending};
use gristmill_check::{ChildCompiler, IncludeFiles};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The longest file that is copied in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// Folders deeper than this are not copied: links may lead in a circle.
const DEEPEST: usize = 8;

/// The folders of an exported pack, and what they have.
///
/// ```
/// use gristmill::test::ExportedPack;
/// let exported = ExportedPack { folder: "class".into(), answers: "class-answers".into(), tasks: 1, hidden_cases: 2 };
/// assert!(exported.answers.ends_with("class-answers"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportedPack {
    /// The pack for the class.
    pub folder: PathBuf,
    /// The whole pack, with its answers.
    pub answers: PathBuf,
    /// The number of its tasks.
    pub tasks: usize,
    /// The cases that the class does not have, each size counted.
    pub hidden_cases: usize,
}

impl CoursePack {
    /// Writes the pack for a class into a new folder: without solutions, answers that look right and hidden cases. The
    /// whole pack goes into a folder beside it, whose name ends with `-answers`. The solutions are judged before.
    ///
    /// ```
    /// use gristmill::Era;
    /// use gristmill::check::LibraryIncludes;
    /// use gristmill::test::{CoursePack, ExportedPack};
    /// let folder = std::env::temp_dir().join(format!("gristmill_export_{}", std::process::id()));
    /// CoursePack::create_task(&folder.join("own/twice"), Era::Compute)?;
    /// let pack = CoursePack::open(folder.join("own"))?;
    /// let exported: ExportedPack = pack.export::<LibraryIncludes>(&folder.join("class"), None)?;
    /// assert_eq!((exported.tasks, exported.hidden_cases), (1, 1));
    /// assert!(CoursePack::open(exported.folder)?.tasks()[0].solution().is_none());
    /// assert!(CoursePack::open(exported.answers)?.tasks()[0].solution().is_some());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if a solution fails, a case that is not hidden needs it, or a folder is there already.
    pub fn export<L: IncludeFiles>(&self, to: &Path, compiler: Option<&ChildCompiler>) -> Result<ExportedPack> {
        refuse_existing(to)?;
        let answers = with_ending(to, "-answers");
        refuse_existing(&answers)?;
        refuse_inner(self.folder(), to)?;
        let mut class_files = vec![];
        let mut hidden_cases = 0;
        for task in self.tasks() {
            refuse_wrong_solution::<L>(task, compiler)?;
            let (files, hidden) = list_class_files::<L>(task)?;
            hidden_cases += hidden;
            for file in files {
                class_files.push(ClassFile { name: Path::new(task.name()).join(file.name), bytes: file.bytes });
            }
        }
        class_files.push(ClassFile { name: PACK_FILE.into(), bytes: read_file(&self.folder().join(PACK_FILE))? });
        // All is read and judged before the first file is written.
        for file in &class_files {
            write_bytes(&to.join(&file.name), &file.bytes)?;
        }
        for path in list_files(self.folder())? {
            let name = path.strip_prefix(self.folder()).unwrap_or(&path);
            write_bytes(&answers.join(name), &read_file(&path)?)?;
        }
        Ok(ExportedPack { folder: to.to_path_buf(), answers, tasks: self.tasks().len(), hidden_cases })
    }
}

/// Refuses a task without a solution, or with one that is not right.
fn refuse_wrong_solution<L: IncludeFiles>(task: &CourseTask, compiler: Option<&ChildCompiler>) -> Result<()> {
    let Some(solution) = task.solution() else {
        return Err(Error::data(format!("{} has no solution; write it, or export the whole pack", task.name())));
    };
    let report = judge_text::<L>(task, solution, compiler)?;
    if report.is_right() {
        return Ok(());
    }
    let why = report.find_main_fault().map_or("", |fault| fault.sentence.as_str());
    Err(Error::data(format!("the solution of {} is refused: {why}; see gristmill puzzle verify", task.name())))
}

/// Refuses to write over anything.
fn refuse_existing(path: &Path) -> Result<()> {
    match std::fs::symlink_metadata(path) {
        Ok(_) => Err(Error::data(format!("{} exists already; name a new folder", path.display()))),
        Err(_) => Ok(()),
    }
}

/// Refuses a folder in the pack itself, which would be copied into itself.
fn refuse_inner(pack: &Path, to: &Path) -> Result<()> {
    let above = to.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."));
    let is_inner = match (pack.canonicalize(), above.canonicalize()) {
        (Ok(pack), Ok(above)) => above.starts_with(pack),
        _ => to.starts_with(pack),
    };
    if is_inner {
        return Err(Error::data(format!("{} is in the pack itself; name a folder beside it", to.display())));
    }
    Ok(())
}

/// A file of a task for the class.
struct ClassFile {
    name: PathBuf,
    bytes: Vec<u8>,
}

/// Returns the files of a task for the class, and the number of its hidden cases.
fn list_class_files<L: IncludeFiles>(task: &CourseTask) -> Result<(Vec<ClassFile>, usize)> {
    let suite = KernelSuite::<L>::folder(task.cases_path());
    let cases = suite.find_cases()?;
    let (hidden, open): (Vec<&TestCase>, Vec<&TestCase>) = cases.iter().partition(|case| case.is_hidden());
    if open.is_empty() {
        let sentence = "every case is hidden, so a class could not check an answer; add one that is not";
        return Err(Error::data(format!("{}: {sentence}", task.cases_path().display())));
    }
    let open_files = list_named_files(&open);
    let secret = list_named_files(&hidden);
    for name in &open_files {
        if is_answer_file(name) {
            let sentence = format!("a case that is not hidden needs {name}, which a class does not get");
            return Err(Error::data(format!(
                "{}: {sentence}; write a loop or hide the case",
                task.cases_path().display()
            )));
        }
    }
    let mut files = vec![];
    for path in list_files(task.folder())? {
        let name = path.strip_prefix(task.folder()).unwrap_or(&path).to_path_buf();
        let shown = name.display().to_string();
        let is_secret = secret.contains(&shown) && !open_files.contains(&shown);
        if is_answer_file(&file_name(&path)) || is_secret || shown == CASES_FILE {
            continue;
        }
        files.push(ClassFile { name, bytes: read_file(&path)? });
    }
    let text = cut_hidden_cases(task, &hidden)?;
    files.push(ClassFile { name: PathBuf::from(CASES_FILE), bytes: text.into_bytes() });
    Ok((files, hidden.len()))
}

/// Returns true for a solution, and for an answer that looks right.
fn is_answer_file(name: &str) -> bool {
    let name = name.rsplit('/').next().unwrap_or(name);
    name.starts_with("solution.") || name.starts_with(NEAR_START)
}

/// Returns the files that cases name, from the task's folder.
fn list_named_files(cases: &[&TestCase]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for case in cases {
        let program = &case.program;
        let kernels = program.list_kernels().into_iter().map(Path::to_path_buf);
        let expected = program.expected_files().map(|(_, path)| path);
        for path in kernels.chain(expected).chain(program.input_files()) {
            let name = path.strip_prefix(&program.folder).unwrap_or(&path);
            names.insert(name.display().to_string());
        }
    }
    names
}

/// Returns the text of a task's case file without its hidden cases.
fn cut_hidden_cases(task: &CourseTask, hidden: &[&TestCase]) -> Result<String> {
    let (text, file) = read_cases(task)?;
    let starts: Vec<usize> = file.cases.iter().map(|case| start_of_case(&text, case.span().start)).collect();
    let mut kept = text[..starts.first().copied().unwrap_or(text.len())].to_string();
    for (at, case) in file.cases.iter().enumerate() {
        let end = starts.get(at + 1).copied().unwrap_or(text.len());
        if !case.get_ref().hidden {
            kept.push_str(&text[starts[at]..end]);
        }
    }
    let label = task.cases_path().display().to_string();
    let open = file.cases.iter().filter(|case| !case.get_ref().hidden).count();
    // Cases in braces have no lines of their own that could be cut.
    let is_cut = parse_file(&label, &kept)
        .is_ok_and(|cut| cut.cases.len() == open && cut.cases.iter().all(|case| !case.get_ref().hidden));
    if !is_cut {
        return Err(Error::data(format!("{label}: its hidden cases cannot be cut out; begin each case with [[case]]")));
    }
    let points: u64 = hidden.iter().map(|case| u64::from(case.entry.points)).sum();
    if !hidden.is_empty() {
        let cases = if hidden.len() == 1 { "case is" } else { "cases are" };
        kept = format!(
            "{}\n\n# {} more {cases} judged by the teacher, for {points} points.\n",
            kept.trim_end(),
            hidden.len()
        );
    }
    Ok(kept)
}

/// Returns the start of a case with the comments right above it, which may tell of it.
fn start_of_case(text: &str, header: usize) -> usize {
    let mut start = text[..header].rfind('\n').map_or(0, |end| end + 1);
    while start > 0 {
        let above = text[..start - 1].rfind('\n').map_or(0, |end| end + 1);
        if !text[above..start].starts_with('#') {
            break;
        }
        start = above;
    }
    start
}

/// Returns the files of a folder and of those in it; links are left out, which may lead anywhere.
fn list_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = vec![];
    let mut folders = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for name in list_names(&folder)? {
            let path = folder.join(name);
            let kind = std::fs::symlink_metadata(&path)
                .map_err(|error| Error::of_system(format!("{} cannot be read", path.display()), &error))?;
            if kind.is_dir() && depth < DEEPEST {
                folders.push((path, depth + 1));
            } else if kind.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn read_file(path: &Path) -> Result<Vec<u8>> {
    let shown = path.display();
    let bytes = read_at_most(path, MAX_FILE_BYTES)
        .map_err(|error| Error::of_system(format!("{shown} cannot be read"), &error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let next = "keep it out of the pack";
        return Err(Error::limit(format!("bytes of {shown}"), bytes.len() as u128, MAX_FILE_BYTES.into(), next));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_above_a_case_belong_to_it() {
        let text = "# A file.\n\n# One.\n[[case]]\nname = 1\n# Two,\n# hidden.\n[[case]]\n";
        assert_eq!(start_of_case(text, text.find("[[").unwrap()), 11);
        assert!(text[start_of_case(text, text.rfind("[[").unwrap())..].starts_with("# Two,\n"));
        assert!(is_answer_file("near_a.comp") && is_answer_file("b/solution.frag") && !is_answer_file("start.comp"));
    }
}
