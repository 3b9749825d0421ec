//! For tests: another text in the place of a kernel file's, on this thread, and an end to what a wrong text
//! may do.

use crate::Era;
use crate::backend::step_limit;
use crate::shader::Stage;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;

pub(crate) use crate::backend::step_limit::Bounds;

thread_local! {
    static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// A text that stands in for a file's, in one era: a file that both eras include stays as it is in the other
/// one.
pub(crate) struct Swap<'a> {
    pub era: Era,
    pub file: &'a str,
    pub text: &'a str,
}

/// What a run did.
pub(crate) struct Told {
    /// The kernel files and include files that it asked for.
    pub files: HashSet<(Era, String)>,
    pub launches: u64,
}

struct Run {
    swap: Option<(Era, String, Cow<'static, str>)>,
    /// The files asked for so far.
    files: HashSet<(Era, String)>,
}

/// Runs `work` within those bounds, with another text for a file.
pub(crate) fn with<T>(swap: Option<Swap>, bounds: Bounds, work: impl FnOnce() -> T) -> (T, Told) {
    let swap = swap.map(|Swap { era, file, text }| (era, file.to_string(), text.to_string().into()));
    RUN.set(Some(Run { swap, files: HashSet::new() }));
    step_limit::replace(Some((bounds, 0)));
    let result = work();
    let launches = step_limit::replace(None).map_or(0, |(_, launches)| launches);
    let files = RUN.take().map(|run| run.files).unwrap_or_default();
    (result, Told { files, launches })
}

/// Does `work` with every file as it is, within a run or not.
pub(crate) fn as_it_is<T>(work: impl FnOnce() -> T) -> T {
    let (run, bounds) = (RUN.take(), step_limit::replace(None));
    let result = work();
    RUN.set(run);
    step_limit::replace(bounds);
    result
}

/// A file's text, or what stands in for it.
pub(super) fn text(stage: Stage, file: &str, text: Cow<'static, str>) -> Cow<'static, str> {
    let now = if stage == Stage::Compute { Era::Compute } else { Era::Fragment };
    RUN.with_borrow_mut(|run| {
        let Some(run) = run else { return text };
        run.files.insert((now, file.to_string()));
        match &run.swap {
            Some((era, name, other)) if *era == now && name == file => other.clone(),
            _ => text,
        }
    })
}
