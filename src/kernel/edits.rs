//! Edited kernel files that replace the library's: a reader's changes without a rebuild.

use super::kernel_table::{library_file_path, library_paths};
use super::{FNV_OFFSET, hash_text};
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_base::files::{decode_text, read_at_most};
use gristmill_base::nearest_names::nearest;
use gristmill_shader::Stage;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most bytes of one edited file.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The most levels of nested folders.
const MAX_FOLDER_DEPTH: usize = 8;

thread_local! {
    static NOW: RefCell<Option<ActiveEdits>> = const { RefCell::new(None) };
}

/// Texts that replace files of the library during [`Edits::run`], on its thread.
///
/// A file replaces the one with its name; if two have this name, as `stream.glsl`, its folder decides:
/// `compute_kernels/include/stream.glsl`.
///
/// ```
/// use gristmill::kernels::{self, Edits};
/// use gristmill::algorithms::saxpy;
/// # use gristmill::{Device, Era};
/// let text = kernels::text("fragment_kernels/streams/saxpy.frag")?;
/// let edits = Edits::default().file("saxpy.frag", text.replace("alpha *", "2.0 * alpha *"))?;
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let x = device.stream(&[1.0])?;
/// let (sum, used) = edits.run(|| saxpy(&device, 3.0, &x, &x)?.read());
/// assert_eq!(sum?, [7.0]); // twice three times 1, and 1
/// assert!(used.iter().any(|(era, path)| *era == Era::Fragment && path.ends_with("saxpy.frag")));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Edits {
    texts: Arc<BTreeMap<String, Cow<'static, str>>>,
    era: Option<Era>,
    /// A hash of the texts.
    number: u128,
}

/// The edits in force, and the files requested since.
struct ActiveEdits {
    edits: Edits,
    asked: BTreeSet<(Era, String)>,
}

impl Edits {
    /// Adds a text that replaces a file of the library: by its path, the end of its path, or its name.
    ///
    /// # Errors
    /// [`Error::Data`] if there is no such file, or more than one.
    ///
    /// ```
    /// use gristmill::kernels::Edits;
    /// let error = Edits::default().file("saxpi.frag", "").unwrap_err();
    /// assert_eq!(error.to_string(), "the library has no kernel file saxpi.frag; did you mean saxpy.frag?");
    /// ```
    pub fn file(mut self, name: &str, text: impl Into<Cow<'static, str>>) -> Result<Edits> {
        self.insert_text(library_path(name)?, text.into());
        Ok(self)
    }

    /// Creates edits from every kernel file and include file of a folder and its subfolders. They are read now; later
    /// changes have no effect.
    ///
    /// # Errors
    /// [`Error::Data`] if the folder or a file cannot be read, if it has none, if the library has no file of a name,
    /// or if two replace the same one.
    ///
    /// ```
    /// use gristmill::kernels::Edits;
    /// let error = Edits::folder("no/such/folder").unwrap_err();
    /// assert!(error.to_string().starts_with("no/such/folder: "));
    /// ```
    pub fn folder(folder: impl AsRef<Path>) -> Result<Edits> {
        let folder = folder.as_ref();
        let mut edits = Edits::default();
        for file in list_files(folder, 0, GLSL_ENDINGS)? {
            let name = file
                .strip_prefix(folder)
                .unwrap_or(&file)
                .display()
                .to_string()
                .replace('\\', "/");
            let path = library_path(&name)?;
            if edits.texts.contains_key(&path) {
                return Err(Error::data(format!(
                    "{}: another file also replaces {path}; keep one of them",
                    file.display()
                )));
            }
            edits.insert_text(path, read_kernel_file(&file)?.into());
        }
        if edits.texts.is_empty() {
            return Err(Error::data(format!(
                "{}: there is no .frag, .vert, .comp or .glsl in it; copy the kernels to be edited there",
                folder.display()
            )));
        }
        Ok(edits)
    }

    fn insert_text(&mut self, path: String, text: Cow<'static, str>) {
        let texts = Arc::make_mut(&mut self.texts);
        texts.insert(path, text);
        self.number = texts
            .iter()
            .fold(FNV_OFFSET, |number, (path, text)| hash_text(hash_text(number, path), text));
    }

    /// Returns the same edits for one era only: in the other era a file that both include stays unedited.
    ///
    /// ```
    /// use gristmill::Era;
    /// use gristmill::kernels::Edits;
    /// assert!(Edits::default().of_era(Era::Compute).paths().next().is_none());
    /// ```
    pub fn of_era(self, era: Era) -> Edits {
        let name = if era == Era::Fragment { "fragment" } else { "compute" };
        Edits { era: Some(era), number: hash_text(self.number, name), ..self }
    }

    /// Returns the paths of the files that it replaces, from the root of the crate.
    ///
    /// ```
    /// let edits = gristmill::kernels::Edits::default().file("gather.glsl", "")?;
    /// assert!(edits.paths().eq(["kernel_includes/gather.glsl"]));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// Returns the text that replaces the library's file with this path, if there is one.
    ///
    /// ```
    /// let edits = gristmill::kernels::Edits::default().file("gather.glsl", "// mine")?;
    /// assert_eq!(edits.edited("kernel_includes/gather.glsl"), Some("// mine"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn edited(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(|text| text.as_ref())
    }

    /// Runs `work` with the texts in place of the files, on this thread. Returns the library's files that kernels
    /// were made from meanwhile, each with its era.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> (T, BTreeSet<(Era, String)>) {
        let before = NOW.replace(Some(ActiveEdits { edits: self.clone(), asked: BTreeSet::new() }));
        let back = RestoreEdits(before);
        let result = work();
        let asked = NOW.with_borrow_mut(|run| run.as_mut().map(|run| std::mem::take(&mut run.asked)));
        let asked = asked.unwrap_or_default();
        drop(back);
        // An outer `run` learns of the files too.
        note_files(&asked);
        (result, asked)
    }

    /// Adds files that kernels on other threads were made from to those that [`Edits::run`] returns on this thread.
    ///
    /// ```
    /// use gristmill::kernels::{self, Edits};
    /// let of_another_thread = || Edits::default().run(|| kernels::find("saxpy").unwrap().check(gristmill::Era::Compute)).1;
    /// let (_, files) = Edits::default().run(|| {
    ///     Edits::note(&std::thread::spawn(of_another_thread).join().unwrap());
    /// });
    /// assert!(files.iter().any(|(_, path)| path.ends_with("/saxpy.comp")));
    /// ```
    pub fn note(files: &BTreeSet<(Era, String)>) {
        note_files(files);
    }

    /// Runs `work` with every file unedited, within [`Edits::run`] or not.
    ///
    /// ```
    /// use gristmill::kernels::{self, Edits};
    /// let edits = Edits::default().file("saxpy.frag", "not GLSL")?;
    /// edits.run(|| {
    ///     assert!(kernels::find("saxpy").unwrap().check(gristmill::Era::Fragment).is_err());
    ///     assert!(Edits::without(|| kernels::find("saxpy").unwrap().check(gristmill::Era::Fragment)).is_ok());
    /// });
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn without<T>(work: impl FnOnce() -> T) -> T {
        let _back = RestoreEdits(NOW.take());
        work()
    }

    fn text_for(&self, era: Era, path: &str) -> Option<Cow<'static, str>> {
        let meant = self.era.is_none_or(|only| only == era);
        self.texts.get(path).filter(|_| meant).cloned()
    }
}

/// Restores the earlier edits, even if a panic ends the work.
struct RestoreEdits(Option<ActiveEdits>);

impl Drop for RestoreEdits {
    fn drop(&mut self) {
        NOW.set(self.0.take());
    }
}

/// Returns a kernel file's text, or the text that replaces it. `file` is the value of `kernel_file!`, which
/// distinguishes the library's file from another crate's with the same name.
pub(super) fn kernel_text(stage: Stage, name: &str, file: &'static str, text: Cow<'static, str>) -> Cow<'static, str> {
    edited_text(stage, text, || library_file_path(name, file).map(str::to_string))
}

/// Returns an include file's text, or the text that replaces it.
pub(super) fn include_text(stage: Stage, (path, text): (String, Cow<'static, str>)) -> Cow<'static, str> {
    edited_text(stage, text, || Some(path))
}

fn edited_text(stage: Stage, text: Cow<'static, str>, path: impl FnOnce() -> Option<String>) -> Cow<'static, str> {
    let era = if stage == Stage::Compute { Era::Compute } else { Era::Fragment };
    NOW.with_borrow_mut(|run| {
        let Some(run) = run else { return text };
        let Some(path) = path() else { return text };
        let text = run.edits.text_for(era, &path).unwrap_or(text);
        run.asked.insert((era, path));
        text
    })
}

/// Runs `work` and returns the files it requested, without recording them.
pub(super) fn collect_files<T>(work: impl FnOnce() -> T) -> (T, BTreeSet<(Era, String)>) {
    let before = take_asked();
    let result = work();
    let asked = take_asked();
    note_files(&before);
    (result, asked)
}

fn take_asked() -> BTreeSet<(Era, String)> {
    NOW.with_borrow_mut(|run| run.as_mut().map(|run| std::mem::take(&mut run.asked)).unwrap_or_default())
}

/// Records files that a kernel in use was made from.
pub(super) fn note_files(files: &BTreeSet<(Era, String)>) {
    NOW.with_borrow_mut(|run| {
        if let Some(run) = run {
            run.asked.extend(files.iter().cloned());
        }
    });
}

/// Returns a key that distinguishes kernels of these edits from those of others: 0 outside [`Edits::run`]. Within it,
/// kernels without an edited file are compiled again too, so that their files become known.
pub(super) fn edits_key() -> u128 {
    NOW.with_borrow(|run| run.as_ref().map_or(0, |run| run.edits.number ^ FNV_OFFSET))
}

/// Returns the one path of the library that has this ending.
pub(super) fn library_path(name: &str) -> Result<String> {
    let all = library_paths();
    let mut found: Vec<&String> = all
        .iter()
        .filter(|path| **path == name || path.ends_with(&format!("/{name}")) || name.ends_with(&format!("/{path}")))
        .collect();
    if found.is_empty() {
        let file = read_file_name(name);
        found = all.iter().filter(|path| read_file_name(path) == file).collect();
    }
    match found.as_slice() {
        [path] => Ok((*path).clone()),
        [] => {
            let file = read_file_name(name);
            let names: Vec<String> = all.iter().map(|path| read_file_name(path)).collect();
            let meant = nearest(&file, &names).map(|near| format!("; did you mean {near}?"));
            let meant = meant.unwrap_or_else(|| "; gristmill::kernels::paths lists those that there are".to_string());
            Err(Error::data(format!("the library has no kernel file {file}{meant}")))
        }
        several => {
            let several: Vec<_> = several.iter().map(|path| path.as_str()).collect();
            Err(Error::data(format!("{name} may be {}; put it into a folder of that name", several.join(" or "))))
        }
    }
}

fn read_file_name(path: &str) -> String {
    path.rsplit('/').next().unwrap_or(path).to_string()
}

/// Endings of GLSL file names.
pub(super) const GLSL_ENDINGS: &[&str] = &["frag", "vert", "comp", "glsl"];

/// Returns the files of a folder whose names have these endings, in order.
pub(super) fn list_files(folder: &Path, depth: usize, endings: &[&str]) -> Result<Vec<PathBuf>> {
    let mut entries = std::fs::read_dir(folder)
        .and_then(|entries| entries.collect::<std::io::Result<Vec<_>>>())
        .map_err(|error| folder_error(folder, &error))?;
    entries.sort_by_key(std::fs::DirEntry::path);
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.path();
        let kind = entry.file_type().map_err(|error| folder_error(folder, &error))?;
        let ending = path.extension().and_then(|ending| ending.to_str());
        if kind.is_dir() && depth < MAX_FOLDER_DEPTH {
            files.extend(list_files(&path, depth + 1, endings)?);
        } else if ending.is_some_and(|ending| endings.contains(&ending)) {
            files.push(path);
        }
    }
    Ok(files)
}

fn folder_error(folder: &Path, error: &std::io::Error) -> Error {
    Error::data(format!("{}: {error}", folder.display()))
}

fn read_kernel_file(file: &Path) -> Result<String> {
    let name = file.display();
    let bytes = read_at_most(file, MAX_FILE_BYTES).map_err(|error| Error::of_system(&name, &error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let length = std::fs::metadata(file).map_or(bytes.len() as u64, |about| about.len());
        let next = "a kernel is a text of a few thousand";
        return Err(Error::limit(format!("bytes of {name}"), length.into(), MAX_FILE_BYTES.into(), next));
    }
    decode_text(bytes).ok_or_else(|| Error::data(format!("{name}: it is not text; save it as UTF-8")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        folder
    }

    #[test]
    fn a_folder_stands_in_for_the_files_of_its_names() {
        let files = [
            ("scan.frag", "a"),
            ("deep/er/reduce.glsl", "b"),
            ("compute_kernels/include/stream.glsl", "c"),
            ("notes.txt", "d"),
        ];
        let edits = Edits::folder(folder_with(&files).path()).unwrap();
        let wanted = [
            "compute_kernels/include/stream.glsl",
            "fragment_kernels/primitives/scan.frag",
            "kernel_includes/reduce.glsl",
        ];
        assert_eq!(edits.paths().collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn what_stands_in_for_nothing_is_a_sentence() {
        assert!(refuse_folder(&[("stream.glsl", "")]).ends_with(
            "stream.glsl may be fragment_kernels/include/stream.glsl or compute_kernels/include/stream.glsl; put it into a folder of that name"
        ));
        assert_eq!(
            refuse_folder(&[("scam.frag", "")]),
            "the library has no kernel file scam.frag; did you mean scan.frag?"
        );
        assert!(refuse_folder(&[("a/scan.frag", ""), ("b/scan.frag", "")]).contains("another file also replaces"));
        assert!(refuse_folder(&[("notes.txt", "")]).contains("there is no .frag, .vert, .comp or .glsl in it"));
    }

    fn refuse_folder(files: &[(&str, &str)]) -> String {
        Edits::folder(folder_with(files).path()).unwrap_err().to_string()
    }

    #[test]
    fn a_kernel_of_another_crate_keeps_its_text() {
        let own = super::super::KernelSource::new("saxpy")
            .fragment("#version 330 core\nout float result;\nvoid main() { result = 1.0; }\n");
        let edits = Edits::default().file("saxpy.frag", "no GLSL").unwrap();
        edits.run(|| own.check(Era::Fragment).unwrap());
        let library = super::super::library::find("saxpy").unwrap();
        assert!(edits.run(|| library.check(Era::Fragment)).0.is_err());
        assert!(
            edits
                .clone()
                .of_era(Era::Compute)
                .run(|| library.check(Era::Fragment))
                .0
                .is_ok()
        );
    }

    #[test]
    fn a_device_keeps_kernels_of_different_edits_apart() {
        let file = "kernel_includes/gather.glsl";
        let text = super::super::library::text(file).unwrap();
        let edits = Edits::default().file(file, text).unwrap();
        let of = |era| edits.clone().of_era(era).run(edits_key).0;
        let numbers = [
            edits_key(),
            Edits::default().run(edits_key).0,
            edits.run(edits_key).0,
            of(Era::Fragment),
            of(Era::Compute),
        ];
        let different: BTreeSet<_> = numbers.iter().collect();
        assert_eq!(different.len(), numbers.len());
    }

    #[test]
    fn what_was_in_force_comes_back() {
        let library = super::super::library::find("saxpy").unwrap();
        let edits = Edits::default().file("saxpy.frag", "no GLSL").unwrap();
        edits.run(|| {
            let (as_it_is, asked) = Edits::default().run(|| library.check(Era::Fragment));
            assert!(as_it_is.is_ok());
            assert!(asked.contains(&(Era::Fragment, "fragment_kernels/include/stream.glsl".to_string())));
            assert!(library.check(Era::Fragment).is_err());
        });
        assert!(library.check(Era::Fragment).is_ok());
        let _ = std::panic::catch_unwind(|| edits.run(|| panic!("a kernel's")));
        assert!(library.check(Era::Fragment).is_ok());
    }
}
