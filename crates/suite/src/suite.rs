//! A suite of cases: found in folders, chosen, and run.

use crate::bless;
use crate::case_run::CaseRunner;
use crate::case_search::FoundCases;
use crate::files::file_name;
use crate::kernel_replacement::KernelReplacement;
use crate::outcome::{CaseFault, CaseOutcome, FaultLevel};
use crate::report::SuiteReport;
use crate::shard::Shard;
use crate::test_case::TestCase;
use gristmill_base::error::{Error, Result};
use gristmill_check::{ChildCompiler, IncludeFiles};
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};

/// Bytes of stack for deeply nested code; only used pages take memory.
const STACK_BYTES: usize = 1 << 28;

/// The cases of folders and files: `NAME.test.toml`, and `.wgsl` with `@test` functions.
///
/// ```
/// use gristmill::test::Suite;
/// let folder = std::env::temp_dir().join(format!("gristmill_suite_{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// std::fs::write(folder.join("twice.comp"), "#version 430 core
/// layout(local_size_x = 64) in;
/// layout(std430) buffer Numbers { uint numbers[]; };
/// uniform uint n;
/// void main() {
///     uint i = gl_GlobalInvocationID.x;
///     if (i < n) { numbers[i] *= 2u; }
/// }")?;
/// std::fs::write(folder.join("twice.test.toml"), "[[case]]
/// name = \"sizes\"
/// kernel = \"twice.comp\"
/// sizes = [0, 1, 63, 64, 65]
/// groups = \"ceil(n/64)\"
/// uniforms = { n = \"n\" }
/// buffers = { Numbers = \"0..n\" }
/// loop = 'for (uint i = 0u; i < n; ++i) { numbers[i] += numbers[i]; }'
/// caps = { words_read = \"n\" }")?;
/// let suite = Suite::folder(&folder).filter("sizes");
/// let report = suite.run()?;
/// assert!(report.is_right() && report.cases.len() == 5);
/// let halves = ["1/2".parse()?, "2/2".parse()?].map(|shard| suite.clone().shard(shard).run());
/// let cases: usize = halves.into_iter().map(|half| half.map_or(0, |half| half.cases.len())).sum();
/// assert_eq!(cases, 5);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct KernelSuite<L> {
    roots: Vec<PathBuf>,
    filter: Option<String>,
    shard: Option<Shard>,
    compiler: Option<ChildCompiler>,
    replacement: Option<KernelReplacement>,
    /// The type of the library. As a function's result it does not keep the suite from being sent to other threads.
    library: PhantomData<fn() -> L>,
}

impl<L> Clone for KernelSuite<L> {
    fn clone(&self) -> Self {
        KernelSuite {
            roots: self.roots.clone(),
            filter: self.filter.clone(),
            shard: self.shard,
            compiler: self.compiler.clone(),
            replacement: self.replacement.clone(),
            library: PhantomData,
        }
    }
}

impl<L: IncludeFiles> KernelSuite<L> {
    /// Creates the suite of a folder and those in it, or of one file.
    ///
    /// ```
    /// assert!(gristmill::test::Suite::folder("missing").find_cases().is_err());
    /// ```
    pub fn folder(path: impl Into<PathBuf>) -> Self {
        Self::folders([path.into()])
    }

    /// Creates the suite of several folders and files. Of several, the names of cases begin with their paths.
    ///
    /// ```
    /// let error = gristmill::test::Suite::folders(["missing"]).run().unwrap_err();
    /// assert_eq!(error.to_string(), "missing: no such file or folder; name a folder of kernels, or a file");
    /// ```
    pub fn folders<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Self {
        let roots = paths.into_iter().map(Into::into).collect();
        KernelSuite { roots, filter: None, shard: None, compiler: None, replacement: None, library: PhantomData }
    }

    /// Keeps the cases whose names contain a text.
    pub fn filter(self, text: impl Into<String>) -> Self {
        Self { filter: Some(text.into()), ..self }
    }

    /// Keeps the cases of a shard.
    pub fn shard(self, shard: Shard) -> Self {
        Self { shard: Some(shard), ..self }
    }

    /// Compiles kernels in a child process: see
    /// [`KernelCheck::compiled_by`](gristmill_check::KernelFileCheck::compiled_by).
    ///
    /// ```no_run
    /// use gristmill::check::ChildCompiler;
    /// use gristmill::test::Suite;
    /// let program = std::env::args().next().unwrap_or_default();
    /// assert!(Suite::folder("kernels").compiled_by(&ChildCompiler::new(program)).run()?.is_right());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn compiled_by(self, compiler: &ChildCompiler) -> Self {
        Self { compiler: Some(compiler.clone()), ..self }
    }

    /// Runs a text in the place of a kernel file of its cases; the file need not exist. Each case has to run that file,
    /// and findings call the text by the name given. A warp is stopped after 100,000 steps, unless its case says another
    /// number: nobody knows whether the text ends.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// let folder = std::env::temp_dir().join(format!("gristmill_replace_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("ones.test.toml"), "[[case]]
    /// name = \"all\"
    /// kernel = \"answer.comp\"
    /// groups = 4
    /// buffers = { Ones = \"zero:4\" }
    /// expect = { Ones = \"one:4\" }")?;
    /// let text = "#version 430 core
    /// layout(local_size_x = 1) in;
    /// layout(std430) buffer Ones { uint ones[]; };
    /// void main() { ones[gl_WorkGroupID.x] = 1u; }";
    /// let suite = Suite::folder(&folder);
    /// assert!(suite.clone().replace_kernel(folder.join("answer.comp"), "mine.comp", text).run()?.is_right());
    /// let error = suite.replace_kernel(folder.join("other.comp"), "mine.comp", text).run().unwrap_err();
    /// assert_eq!(error.to_string(), "ones.test.toml:1: it does not run other.comp; write kernel = \"other.comp\"");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_kernel(self, path: impl Into<PathBuf>, name: impl Into<String>, text: impl Into<String>) -> Self {
        self.with_replacement(KernelReplacement {
            path: path.into(),
            name: name.into(),
            text: text.into(),
            declarations: None,
        })
    }

    pub(crate) fn with_replacement(self, replacement: KernelReplacement) -> Self {
        Self { replacement: Some(replacement), ..self }
    }

    /// Finds its cases, in the order of their names, with `n=9` before `n=10`.
    ///
    /// ```
    /// assert!(gristmill::test::Suite::folder("missing").find_cases().is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] says what is wrong in which line of a case file.
    pub fn find_cases(&self) -> Result<Vec<TestCase>> {
        Ok(self.choose_cases(&self.search_roots()?))
    }

    /// Lists the case files, their kernels and the files that they expect: those whose changes change a verdict. Files that
    /// cannot be read are left out.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// let folder = std::env::temp_dir().join(format!("gristmill_list_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("a.test.toml"), "[[case]]\nname = \"a\"\nkernel = \"a.comp\"")?;
    /// assert_eq!(Suite::folder(&folder).list_files(), [folder.join("a.comp"), folder.join("a.test.toml")]);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list_files(&self) -> Vec<PathBuf> {
        let mut files = BTreeSet::new();
        for case in self.find_cases().unwrap_or_default() {
            files.insert(case.entry.path.clone());
            files.extend(case.program.list_kernels().into_iter().map(Path::to_path_buf));
            files.extend(case.program.expected_files().map(|(_, path)| path));
        }
        files.into_iter().collect()
    }

    fn search_roots(&self) -> Result<FoundCases> {
        let mut found = FoundCases::find_in(&self.roots)?;
        if let Some(replacement) = &self.replacement {
            for case in &mut found.cases {
                if !replacement.replace_in(&mut case.program) {
                    let file = file_name(&replacement.path);
                    let place = format!("{}:{}", case.entry.file, case.entry.line);
                    return Err(Error::data(format!("{place}: it does not run {file}; write kernel = \"{file}\"")));
                }
            }
            found.note_text(&replacement.name, replacement.text.as_bytes());
        }
        Ok(found)
    }

    fn choose_cases(&self, found: &FoundCases) -> Vec<TestCase> {
        let filter = self.filter.as_deref().unwrap_or("");
        let named = found.cases.iter().filter(|case| case.name().contains(filter));
        named
            .filter(|case| self.shard.is_none_or(|shard| shard.has_case(case.name())))
            .cloned()
            .collect()
    }

    /// Runs cases, one after another; those of one entry share their compiled kernels.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// assert!(Suite::folder(".").run_cases(&[]).is_empty());
    /// ```
    pub fn run_cases(&self, cases: &[TestCase]) -> Vec<CaseOutcome> {
        let compiler = self.compiler.clone();
        let work = || {
            let mut runner = CaseRunner::<L>::new(compiler);
            cases.iter().map(|case| run_case(&mut runner, case)).collect()
        };
        // WebAssembly has no threads here; its one stack is as deep as the module was linked for.
        if cfg!(target_family = "wasm") {
            return work();
        }
        let in_thread = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("cases".to_string()).stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work).map(|thread| thread.join())
        });
        match in_thread {
            Ok(Ok(outcomes)) => outcomes,
            Ok(Err(_)) => {
                let sentence =
                    "the emulator panicked on it or on a case beside it, which is a bug in gristmill; please report it";
                let fault = CaseFault::new("not_judged", FaultLevel::Warning, sentence);
                cases.iter().map(|case| build_outcome(case, vec![fault.clone()], 0)).collect()
            }
            Err(error) => {
                let error = Error::shortage(format!("the case did not run, {error}"), "threads or memory");
                cases
                    .iter()
                    .map(|case| build_outcome(case, vec![CaseFault::from_error(&error)], 0))
                    .collect()
            }
        }
    }

    /// Runs all its cases, one after another, and reports them.
    ///
    /// # Errors
    /// Those of [`Self::find_cases`].
    pub fn run(&self) -> Result<SuiteReport> {
        let found = self.search_roots()?;
        let cases = self.choose_cases(&found);
        let groups = cases.chunk_by(TestCase::is_of_entry);
        let outcomes = groups.flat_map(|group| self.run_cases(group)).collect();
        Ok(self.report_outcomes(&found, outcomes))
    }

    /// Finds its cases, and calls a closure that runs them; then reports them. A program that shows its progress, or runs
    /// cases on several threads, calls this.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// let folder = std::env::temp_dir().join(format!("gristmill_run_with_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// let suite = Suite::folder(&folder);
    /// let report = suite.run_with(|cases| Ok::<_, gristmill::Error>(suite.run_cases(cases)))?;
    /// assert!(report.cases.is_empty());
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Self::find_cases`] and of the closure.
    pub fn run_with<E: From<Error>>(
        &self,
        run: impl FnOnce(&[TestCase]) -> Result<Vec<CaseOutcome>, E>,
    ) -> Result<SuiteReport, E> {
        let found = self.search_roots()?;
        let outcomes = run(&self.choose_cases(&found))?;
        Ok(self.report_outcomes(&found, outcomes))
    }

    fn report_outcomes(&self, found: &FoundCases, outcomes: Vec<CaseOutcome>) -> SuiteReport {
        SuiteReport::new(found.fingerprint(), self.filter.clone(), self.shard, outcomes)
    }

    /// Runs cases and writes their results into the files of numbers and pictures that they expect. Returns the files
    /// written. Expected lists are not changed.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// assert!(Suite::folder(".").bless_cases(&[])?.is_empty());
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] for a case that is wrong by itself, which blesses nothing.
    pub fn bless_cases(&self, cases: &[TestCase]) -> Result<Vec<PathBuf>> {
        let mut runner = CaseRunner::<L>::new(self.compiler.clone());
        let mut written = vec![];
        for case in cases {
            written.extend(bless::write_expected(&mut runner, case)?);
        }
        Ok(written)
    }
}

fn run_case<L: IncludeFiles>(runner: &mut CaseRunner<L>, case: &TestCase) -> CaseOutcome {
    match runner.run_program(&case.program) {
        Ok(run) => build_outcome(case, run.faults, run.schedules),
        Err(error) => build_outcome(case, vec![CaseFault::from_error(&error)], 0),
    }
}

fn build_outcome(case: &TestCase, faults: Vec<CaseFault>, schedules: u32) -> CaseOutcome {
    CaseOutcome {
        name: case.name.clone(),
        file: case.entry.file.clone(),
        line: case.entry.line,
        state: CaseOutcome::state_of(&faults),
        points: case.entry.points,
        hidden: case.entry.hidden,
        schedules,
        faults,
    }
}
