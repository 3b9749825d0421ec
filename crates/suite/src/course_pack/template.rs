//! The files of a new task, for a teacher to change.

use crate::course_pack::pack::CoursePack;
use crate::course_pack::pack_text::{PACK_FILE, add_task_to_text, new_pack_text, refuse_task_name, refuse_title};
use crate::course_pack::task_files::{find_text, write_text};
use crate::files::file_name;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use std::path::{Path, PathBuf};

/// The word in the template that stands for the task's name.
const NAME_WORD: &str = "TASK_NAME";

impl CoursePack {
    /// Writes a small task that is complete and right, for a teacher to change, and adds it to the pack of its folder;
    /// without a pack there, one is made. Returns the files written. No file is overwritten.
    ///
    /// ```
    /// use gristmill::Era;
    /// use gristmill::test::CoursePack;
    /// let folder = std::env::temp_dir().join(format!("gristmill_new_task_{}", std::process::id()));
    /// assert_eq!(CoursePack::create_task(&folder.join("twice"), Era::Compute)?.len(), 8);
    /// assert_eq!(CoursePack::open(&folder)?.tasks()[0].file_name(), "twice.comp");
    /// assert!(CoursePack::create_task(&folder.join("twice"), Era::Fragment).is_err());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if it is there already, or its name is not one.
    pub fn create_task(path: &Path, era: Era) -> Result<Vec<PathBuf>> {
        let name = file_name(path);
        if let Some(sentence) = refuse_task_name(&name) {
            return Err(Error::data(sentence));
        }
        let pack_folder = match path.parent() {
            Some(parent) if parent != Path::new("") => parent.to_path_buf(),
            _ => {
                let sentence = format!("expected a pack and a task in it, as my_course/{name}, found {name}");
                return Err(Error::data(format!("{sentence}; name the folder of the pack before it")));
            }
        };
        if std::fs::symlink_metadata(path).is_ok() {
            return Err(Error::data(format!("{} exists already; choose another name", path.display())));
        }
        let pack_path = pack_folder.join(PACK_FILE);
        let pack_text = match find_text(&pack_path)? {
            Some(text) => add_task_to_text(&pack_path.display().to_string(), &text, &name)?,
            None => new_pack_text(&name_pack(&pack_folder), &name),
        };
        let mut written = vec![];
        for (file, text) in list_template_files(&name, era) {
            let file = path.join(file);
            write_text(&file, &text)?;
            written.push(file);
        }
        // The task is listed when it is whole.
        write_text(&pack_path, &pack_text)?;
        written.push(pack_path);
        Ok(written)
    }
}

/// Returns the title of a new pack: the name of its folder.
fn name_pack(folder: &Path) -> String {
    let name = folder
        .canonicalize()
        .map(|path| file_name(&path))
        .unwrap_or_else(|_| file_name(folder));
    if refuse_title(&name).is_some() { "A course".to_string() } else { name }
}

/// Returns the names and texts of a new task's files.
fn list_template_files(name: &str, era: Era) -> Vec<(&'static str, String)> {
    let files: [(&str, &str); 7] = match era {
        Era::Compute => [
            ("text.md", include_str!("template/compute/text.md")),
            ("hints.md", include_str!("template/compute/hints.md")),
            ("start.comp", include_str!("template/compute/start.comp")),
            ("solution.comp", include_str!("template/compute/solution.comp")),
            ("near_no_guard.comp", include_str!("template/compute/near_no_guard.comp")),
            ("near_one_lane.comp", include_str!("template/compute/near_one_lane.comp")),
            ("task.test.toml", include_str!("template/compute/task.test.toml")),
        ],
        Era::Fragment => [
            ("text.md", include_str!("template/fragment/text.md")),
            ("hints.md", include_str!("template/fragment/hints.md")),
            ("start.frag", include_str!("template/fragment/start.frag")),
            ("solution.frag", include_str!("template/fragment/solution.frag")),
            ("near_to_the_right.frag", include_str!("template/fragment/near_to_the_right.frag")),
            ("near_outside.frag", include_str!("template/fragment/near_outside.frag")),
            ("task.test.toml", include_str!("template/fragment/task.test.toml")),
        ],
    };
    let mut written = vec![];
    for (file, text) in files {
        written.push((file, text.replace(NAME_WORD, name)));
    }
    written
}
