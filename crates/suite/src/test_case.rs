//! A case for one size and one card, under its full name.

use crate::program::Program;
use std::path::PathBuf;
use std::sync::Arc;

/// A case that can run: one entry of a case file for one of its sizes and cards, or a `@test` function of WGSL.
///
/// ```
/// use gristmill::test::{Suite, TestCase};
/// let folder = std::env::temp_dir().join(format!("gristmill_case_{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let text = "[[case]]\nname = \"sum\"\nkernel = \"sum.comp\"\nsizes = [1, 256]\ngroups = \"ceil(n/64)\"\n";
/// std::fs::write(folder.join("sum.test.toml"), text)?;
/// let cases: Vec<TestCase> = Suite::folder(&folder).find_cases()?;
/// assert_eq!(cases.iter().map(TestCase::name).collect::<Vec<_>>(), ["sum::sum::n=1", "sum::sum::n=256"]);
/// assert_eq!((cases[0].file(), cases[0].line(), cases[0].is_hidden()), ("sum.test.toml", 1, false));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct TestCase {
    pub(crate) name: String,
    pub(crate) entry: Arc<CaseEntry>,
    pub(crate) program: Program,
}

/// An entry of a case file.
#[derive(Debug)]
pub struct CaseEntry {
    /// The file, from the suite's folder.
    pub file: String,
    /// Its path.
    pub path: PathBuf,
    /// The line of the entry.
    pub line: usize,
    pub points: u32,
    pub hidden: bool,
}

impl TestCase {
    /// Returns its full name: the file, the case and what varies.
    ///
    /// ```
    /// # use gristmill::test::Suite;
    /// # let folder = std::env::temp_dir().join(format!("gristmill_name_{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # std::fs::write(folder.join("sum.test.toml"), "[[case]]\nname = \"of all\"\nkernel = \"sum.comp\"")?;
    /// assert_eq!(Suite::folder(&folder).find_cases()?[0].name(), "sum::of all");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the file of the case, from the suite's folder.
    pub fn file(&self) -> &str {
        &self.entry.file
    }

    /// Returns its line in the file.
    pub fn line(&self) -> usize {
        self.entry.line
    }

    /// Returns true if what is wrong with it is not shown.
    pub fn is_hidden(&self) -> bool {
        self.entry.hidden
    }

    /// Returns true if it is of the same entry as another case.
    ///
    /// ```
    /// # use gristmill::test::Suite;
    /// # let folder = std::env::temp_dir().join(format!("gristmill_entry_{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let text = "[[case]]\nname = \"sum\"\nkernel = \"sum.comp\"\nsizes = [1, 256]\ngroups = \"ceil(n/64)\"\n";
    /// # std::fs::write(folder.join("sum.test.toml"), text)?;
    /// let cases = Suite::folder(&folder).find_cases()?;
    /// assert!(cases[0].is_of_entry(&cases[1])); // they share their kernels
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_of_entry(&self, other: &TestCase) -> bool {
        Arc::ptr_eq(&self.entry, &other.entry)
    }
}
