//! A course pack: its title, and its tasks in their order.

use crate::course_pack::course_task::CourseTask;
use crate::course_pack::pack_text::{PACK_FILE, PackText, refuse_task_name};
use crate::course_pack::task_files::{CASES_FILE, list_names, read_text};
use gristmill_base::error::{Error, Result};
use gristmill_base::nearest_names::nearest;
use std::path::{Path, PathBuf};

/// A course pack: a folder of tasks that a teacher makes.
///
/// ```
/// use gristmill::test::CoursePack;
/// let pack = CoursePack::open("../../examples/course_pack")?;
/// assert_eq!((pack.title(), pack.tasks()[0].name()), ("A first course of GPU computing", "vector_add"));
/// let error = pack.find_task("vector_ad").unwrap_err();
/// assert!(error.to_string().ends_with("did you mean vector_add?"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct CoursePack {
    folder: PathBuf,
    title: String,
    tasks: Vec<CourseTask>,
}

impl CoursePack {
    /// Reads the pack of a folder, with the texts of its tasks.
    ///
    /// ```
    /// let error = gristmill::test::CoursePack::open("src").unwrap_err();
    /// assert!(error.to_string().starts_with("src/pack.toml does not exist; "));
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] says what is missing, or wrong in which line.
    pub fn open(folder: impl Into<PathBuf>) -> Result<CoursePack> {
        let folder = folder.into();
        let path = folder.join(PACK_FILE);
        let next =
            format!("name the folder of a pack, or make one by gristmill puzzle new {}", folder.join("NAME").display());
        let text = read_text(&path, &next)?;
        let pack = PackText::parse(&path.display().to_string(), &text)?;
        let mut tasks = vec![];
        for name in pack.task_names() {
            let place = folder.join(name);
            if !place.is_dir() {
                return Err(Error::data(format!(
                    "{}: there is no folder {name} for the task; make it, or take the name out",
                    path.display()
                )));
            }
            tasks.push(CourseTask::read_folder(&place, name)?);
        }
        Ok(CoursePack { title: pack.title.get_ref().clone(), folder, tasks })
    }

    /// Returns its folder.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns its title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns its tasks in their order.
    pub fn tasks(&self) -> &[CourseTask] {
        &self.tasks
    }

    /// Returns the task of that name.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name.
    pub fn find_task(&self, name: &str) -> Result<&CourseTask> {
        if let Some(task) = self.tasks.iter().find(|task| task.name() == name) {
            return Ok(task);
        }
        if let Some(sentence) = refuse_task_name(name) {
            return Err(Error::data(sentence));
        }
        let known: Vec<&str> = self.tasks.iter().map(CourseTask::name).collect();
        let meant = nearest(name, &known).map_or(String::new(), |near| format!("; did you mean {near}?"));
        Err(Error::data(format!(
            "{} has no task {name}; gristmill puzzle --set {} lists them{meant}",
            self.folder.display(),
            self.folder.display()
        )))
    }

    /// Returns the folders in it that have cases and are not in its list of tasks.
    ///
    /// ```
    /// let pack = gristmill::test::CoursePack::open("../../examples/course_pack")?;
    /// assert!(pack.find_unlisted()?.is_empty());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if its folder cannot be read.
    pub fn find_unlisted(&self) -> Result<Vec<String>> {
        let mut unlisted = list_names(&self.folder)?;
        unlisted.retain(|name| {
            let is_listed = self.tasks.iter().any(|task| task.name() == name);
            !is_listed && self.folder.join(name).join(CASES_FILE).is_file()
        });
        Ok(unlisted)
    }
}
