//! The files of a puzzle, which are in `puzzles/NAME/`.

/// The embedded files of a puzzle.
///
/// ```
/// let files = gristmill_puzzles::Puzzle::find("left_neighbour")?.files;
/// assert_eq!((files.name, files.ending, files.hints().count()), ("left_neighbour", "frag", 3));
/// assert_eq!(files.file_name(), "left_neighbour.frag");
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FileSet {
    /// The folder's name, which is the puzzle's.
    pub name: &'static str,
    /// `frag`, `vert` or `comp`.
    pub ending: &'static str,
    /// The task.
    pub text: &'static str,
    /// The file to edit.
    pub start: &'static str,
    /// A right answer.
    pub solution: &'static str,
    /// Three hints, each under a heading.
    pub hints: &'static str,
    /// Answers that look right.
    pub near: &'static [NearSolution],
}

/// An answer that looks right and must be refused.
///
/// ```
/// let puzzle = gristmill_puzzles::Puzzle::find("left_neighbour")?;
/// let near: &gristmill_puzzles::NearSolution = &puzzle.files.near[0];
/// assert_eq!((near.name, near.reason()), ("itself", Some("wrong")));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct NearSolution {
    /// Its file is `near_NAME`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

impl NearSolution {
    /// Returns the reason for its refusal: the word after `// refused:`.
    pub fn reason(&self) -> Option<&'static str> {
        self.text
            .lines()
            .find_map(|line| line.trim().strip_prefix("// refused:"))
            .map(str::trim)
    }
}

impl FileSet {
    /// Returns the name of the file to edit.
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.name, self.ending)
    }

    /// Returns the hints, without their headings.
    pub fn hints(&self) -> impl Iterator<Item = &'static str> {
        let parts = self.hints.split("## ").skip(1);
        parts.map(|part| part.split_once('\n').map_or("", |(_, hint)| hint).trim())
    }
}

/// Embeds the files of `puzzles/NAME/`: takes its name, the extension of its kernels, and the names of its
/// near-solutions.
macro_rules! file_set {
    ($name:literal, $ending:literal, [$($near:literal),*]) => {
        $crate::file_set::FileSet {
            name: $name,
            ending: $ending,
            text: $crate::file_set::file!($name, "text.md"),
            start: $crate::file_set::file!($name, concat!("start.", $ending)),
            solution: $crate::file_set::file!($name, concat!("solution.", $ending)),
            hints: $crate::file_set::file!($name, "hints.md"),
            near: &[$($crate::file_set::NearSolution {
                name: $near,
                text: $crate::file_set::file!($name, concat!("near_", $near, ".", $ending)),
            }),*],
        }
    };
}

/// Embeds one of the files.
macro_rules! file {
    ($name:literal, $file:expr) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/", $name, "/", $file))
    };
}

pub(crate) use {file, file_set};
