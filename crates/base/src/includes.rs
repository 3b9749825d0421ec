//! Included files: how a text asks for one, and the folders in which it is looked for.
//!
//! ```
//! use gristmill::includes::{IncludeLookup, IncludeRequest, IncludedText};
//! let two = IncludedText { name: "two.h".to_string(), text: "#define TWO 2".into() };
//! let lookup: &IncludeLookup = &|request| (request.name == two.name).then(|| Ok(two.clone()));
//! let asked = |name| lookup(&IncludeRequest { name, includer: "", is_angled: false });
//! assert!(asked("two.h") == Some(Ok(two.clone())) && asked("three.h").is_none());
//! ```

use crate::error::{Error, Result};
use crate::files::{decode_text, read_at_most};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// Longest included file in bytes.
const MAX_FILE_BYTES: usize = 1 << 20;

/// A line of a text that includes a file.
///
/// ```
/// use gristmill::includes::IncludeRequest;
/// let request = IncludeRequest { name: "../sizes.h", includer: "lights/phong.h", is_angled: false };
/// assert_eq!(request.possible_names(), ["sizes.h", "../sizes.h"]);
/// let found = request.find_text(|name| (name == "sizes.h").then(|| "#define SIZE 4".into()));
/// assert_eq!(found.map(|file| file.name).as_deref(), Some("sizes.h"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IncludeRequest<'r> {
    /// The name as it is written.
    pub name: &'r str,
    /// The name of the file that asks, from the folder of the first file; empty for the first file itself.
    pub includer: &'r str,
    /// True if the name is between `<` and `>`.
    pub is_angled: bool,
}

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IncludedText {
    /// Its name from the folder of the first file; one file has one name.
    pub name: String,
    /// Its text.
    pub text: Cow<'static, str>,
}

/// Finds the file that a text asks for: `None` if there is no file of that name, or a sentence that says why it cannot
/// be read.
pub type IncludeLookup<'l> = dyn Fn(&IncludeRequest) -> Option<Result<IncludedText, String>> + 'l;

impl IncludeRequest<'_> {
    /// Returns the names that the file may have from the folder of the first file: beside the file that asks, and as it
    /// is written.
    pub fn possible_names(&self) -> [String; 2] {
        let written = self.name.replace('\\', "/");
        [clean_name(&format!("{}{written}", folder_of(self.includer))), clean_name(&written)]
    }

    /// Finds the file among texts in memory, by its possible names.
    pub fn find_text(&self, text_of: impl Fn(&str) -> Option<Cow<'static, str>>) -> Option<IncludedText> {
        let names = self.possible_names().into_iter();
        names
            .filter_map(|name| Some(IncludedText { text: text_of(&name)?, name }))
            .next()
    }
}

/// Returns the folder in a name, with its last slash.
fn folder_of(name: &str) -> &str {
    name.rfind('/').map_or("", |end| name.get(..=end).unwrap_or(""))
}

/// Returns a name without `.`, and without folders that `..` leaves again.
fn clean_name(name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| *last != ".." && !last.is_empty()) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The folders from which a text may include files: its own, and others that are opened by name.
///
/// A file is looked for beside the file that includes it, then in the text's own folder, then in the others in their
/// order. Nothing outside of them is read: not by `..`, and not by a link.
///
/// ```
/// use gristmill::includes::{IncludeFolders, IncludeRequest};
/// let folder = std::env::temp_dir().join(format!("gristmill_includes_{}", std::process::id()));
/// std::fs::create_dir_all(folder.join("kernels"))?;
/// std::fs::write(folder.join("sizes.h"), "#define SIZE 4")?;
/// let request = IncludeRequest { name: "../sizes.h", includer: "", is_angled: false };
///
/// let own = IncludeFolders::of_file(&folder.join("kernels/sum.cg"));
/// assert!(own.find_file(&request).unwrap().unwrap_err().contains("open it by --include"));
/// let both = own.open_folder(&folder)?;
/// assert_eq!(both.find_file(&request).unwrap().unwrap().name, "../sizes.h");
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IncludeFolders {
    /// The folder of the text, if it is a file.
    own: Option<PathBuf>,
    opened: Vec<PathBuf>,
}

impl IncludeFolders {
    /// Returns the folders of a text that is this file.
    pub fn of_file(file: &Path) -> IncludeFolders {
        let own = file.parent();
        let own = own.map(|folder| if folder == Path::new("") { Path::new(".") } else { folder });
        IncludeFolders { own: own.map(Path::to_path_buf), opened: vec![] }
    }

    /// Opens another folder.
    ///
    /// # Errors
    /// [`Error::Data`] if it is not a folder.
    pub fn open_folder(mut self, folder: &Path) -> Result<IncludeFolders> {
        if !folder.is_dir() {
            let found = if folder.exists() { "a file" } else { "nothing" };
            let name = folder.display();
            return Err(Error::data(format!(
                "{name}: expected a folder of included files, found {found}; name the folder that has them"
            )));
        }
        self.opened.push(folder.to_path_buf());
        Ok(self)
    }

    /// Finds and reads a file, as [`IncludeLookup`] says; `None` if no folder is open.
    ///
    /// # Errors
    /// A sentence: the file is in no folder, in one that is not open, is itself a folder, too long, or not a text.
    pub fn find_file(&self, request: &IncludeRequest) -> Option<Result<IncludedText, String>> {
        let is_closed = self.own.is_none() && self.opened.is_empty();
        (!is_closed).then(|| self.find_path(request).and_then(|path| self.read_file(request.name, &path)))
    }

    /// Returns the path of the file, without links.
    fn find_path(&self, request: &IncludeRequest) -> Result<PathBuf, String> {
        let name = request.name.replace('\\', "/");
        if name.starts_with('/') || name.contains(':') {
            return Err(format!(
                "{name} is an absolute path; write it from the folder of this file, or from one that --include opens"
            ));
        }
        let places = self.list_places(request.includer);
        let mut outside = None;
        for place in &places {
            let Ok(path) = place.join(&name).canonicalize() else { continue };
            if path.is_dir() {
                return Err(format!("expected a file to include, found the folder {name}; name a file in it"));
            }
            if self.is_open(&path) {
                return Ok(path);
            }
            outside.get_or_insert(path);
        }
        Err(match outside.as_deref().and_then(Path::parent) {
            Some(folder) => {
                let folder = name_from(&find_working_folder(), folder);
                format!(
                    "include file {name} is in {folder}, which no kernel here may read; open it by --include {folder}"
                )
            }
            None => {
                let places: Vec<String> = places.iter().map(|place| place.display().to_string()).collect();
                let places = places.join(", ");
                format!(
                    "include file {name} not found in {places}; check the name, or open its folder by --include FOLDER"
                )
            }
        })
    }

    /// Returns the folders in which a file of that name looks, in their order, each once.
    fn list_places(&self, includer: &str) -> Vec<PathBuf> {
        let beside = match folder_of(includer) {
            "" => self.own.clone(),
            folder => Some(self.own.as_deref().unwrap_or(Path::new("")).join(folder.trim_end_matches('/'))),
        };
        let mut places: Vec<PathBuf> = vec![];
        for place in beside.iter().chain(&self.own).chain(&self.opened) {
            if !places.contains(place) {
                places.push(place.clone());
            }
        }
        places
    }

    fn is_open(&self, path: &Path) -> bool {
        let mut folders = self.own.iter().chain(&self.opened);
        folders.any(|folder| folder.canonicalize().is_ok_and(|folder| path.starts_with(folder)))
    }

    fn read_file(&self, asked: &str, path: &Path) -> Result<IncludedText, String> {
        let bytes = read_at_most(path, MAX_FILE_BYTES as u64)
            .map_err(|error| format!("include file {asked} cannot be read: {error}"))?;
        if bytes.len() > MAX_FILE_BYTES {
            return Err(format!("include file {asked} has more than {MAX_FILE_BYTES} bytes; split it"));
        }
        let text = decode_text(bytes);
        let text =
            text.ok_or_else(|| format!("include file {asked} is not text in UTF-8 or Latin-1; check the name"))?;
        let own = self.own.as_deref().and_then(|own| own.canonicalize().ok());
        Ok(IncludedText { name: name_from(&own.unwrap_or_else(find_working_folder), path), text: text.into() })
    }
}

fn find_working_folder() -> PathBuf {
    let folder = std::env::current_dir().unwrap_or_default();
    folder.canonicalize().unwrap_or(folder)
}

/// Returns the name of a path from a folder, both without links: `../shared/a.h`. On another disk it is the whole path.
fn name_from(folder: &Path, path: &Path) -> String {
    let shared = folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return path.display().to_string();
    }
    let up = folder.components().skip(shared).map(|_| Cow::Borrowed(".."));
    let down = path.components().skip(shared).map(|part| part.as_os_str().to_string_lossy());
    let parts: Vec<Cow<str>> = up.chain(down).collect();
    if parts.is_empty() { ".".to_string() } else { parts.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes `kernels/k.cg`, `kernels/more/b.h`, `shared/a.h`, `shared/b.h` and `secret/s.h`.
    fn make_tree() -> tempfile::TempDir {
        let tree = tempfile::tempdir().unwrap();
        for name in ["kernels/k.cg", "kernels/more/b.h", "shared/a.h", "shared/b.h", "secret/s.h"] {
            let path = tree.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, name).unwrap();
        }
        tree
    }

    fn find_named(folders: &IncludeFolders, includer: &str, name: &str) -> Result<(String, String), String> {
        let found = folders.find_file(&IncludeRequest { name, includer, is_angled: false }).unwrap();
        found.map(|file| (file.name, file.text.into_owned()))
    }

    #[test]
    fn a_file_is_looked_for_beside_its_includer_then_in_each_folder() {
        let tree = make_tree();
        let own = IncludeFolders::of_file(&tree.path().join("kernels/k.cg"));
        let both = own.clone().open_folder(&tree.path().join("shared")).unwrap();
        let is_found = |folders: &IncludeFolders, includer: &str, name: &str, wanted: &str, path: &str| {
            assert_eq!(
                find_named(folders, includer, name),
                Ok((wanted.to_string(), path.to_string())),
                "{includer} {name}"
            );
        };
        is_found(&own, "", "more/b.h", "more/b.h", "kernels/more/b.h");
        is_found(&own, "", "more/../more/./b.h", "more/b.h", "kernels/more/b.h");
        is_found(&own, "more/b.h", "../k.cg", "k.cg", "kernels/k.cg");
        is_found(&own, "more/b.h", "b.h", "more/b.h", "kernels/more/b.h");
        is_found(&both, "more/b.h", "b.h", "more/b.h", "kernels/more/b.h");
        is_found(&both, "", "b.h", "../shared/b.h", "shared/b.h");
        is_found(&both, "", "../shared/a.h", "../shared/a.h", "shared/a.h");
        is_found(&both, "../shared/a.h", "b.h", "../shared/b.h", "shared/b.h");
        is_found(&both, "../shared/a.h", "..\\kernels\\more\\b.h", "more/b.h", "kernels/more/b.h");
    }

    #[test]
    fn what_is_not_open_says_how_to_open_it() {
        let tree = make_tree();
        let own = IncludeFolders::of_file(&tree.path().join("kernels/k.cg"));
        let refused = find_named(&own, "", "../shared/a.h").unwrap_err();
        assert!(refused.contains("include file ../shared/a.h is in ") && refused.contains("open it by --include "));
        // The folder that is named is the one to open.
        let folder = refused.rsplit("--include ").next().unwrap();
        let opened = own.clone().open_folder(&find_working_folder().join(folder)).unwrap();
        assert!(find_named(&opened, "", "../shared/a.h").is_ok());
        let refused = find_named(&opened, "", "none.h").unwrap_err();
        assert!(refused.contains("include file none.h not found in ") && refused.contains("shared"), "{refused}");
        assert!(find_named(&own, "", "more").unwrap_err().contains("found the folder more"));
        assert!(find_named(&own, "", "/etc/passwd").unwrap_err().contains("is an absolute path"));
        let nothing = own.clone().open_folder(&tree.path().join("none")).unwrap_err().to_string();
        assert!(nothing.contains("none: expected a folder of included files, found nothing"), "{nothing}");
        let file = own.open_folder(&tree.path().join("kernels/k.cg")).unwrap_err().to_string();
        assert!(file.contains("found a file"), "{file}");
        assert_eq!(
            IncludeFolders::default().find_file(&IncludeRequest { name: "a", includer: "", is_angled: false }),
            None
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_out_of_no_folder() {
        let tree = make_tree();
        let path = |name: &str| tree.path().join(name);
        std::os::unix::fs::symlink(path("secret/s.h"), path("kernels/link.h")).unwrap();
        std::os::unix::fs::symlink(path("secret"), path("kernels/folder")).unwrap();
        let own = IncludeFolders::of_file(&path("kernels/k.cg"));
        for name in ["link.h", "folder/s.h"] {
            assert!(
                find_named(&own, "", name)
                    .unwrap_err()
                    .contains("secret, which no kernel here may read"),
                "{name}"
            );
        }
        let opened = own.open_folder(&path("kernels/folder")).unwrap();
        assert_eq!(find_named(&opened, "", "link.h"), Ok(("../secret/s.h".to_string(), "secret/s.h".to_string())));
    }
}
