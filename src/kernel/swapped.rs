//! For tests: another text in the place of a kernel file's, on this thread, and an end to what a wrong text may do.

use crate::Era;
use crate::shader::Stage;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;

thread_local! {
    static RUN: RefCell<Option<Run>> = const { RefCell::new(None) };
}

/// A text that stands in for a file's, in one era: a file that both eras include stays as it is in the other one.
pub(crate) struct Swap<'a> {
    pub era: Era,
    pub file: &'a str,
    pub text: &'a str,
}

/// What a run may do before the emulator stops it.
#[derive(Clone, Copy)]
pub(crate) struct Bounds {
    /// Passes and dispatches.
    pub launches: u64,
    /// Instructions of a warp.
    pub steps: u64,
}

/// What a run did.
pub(crate) struct Told {
    /// The kernel files and include files that it asked for.
    pub files: HashSet<(Era, String)>,
    pub launches: u64,
}

struct Run {
    swap: Option<(Era, String, Cow<'static, str>)>,
    bounds: Bounds,
    told: Told,
}

/// Runs `work` within those bounds, with another text for a file.
pub(crate) fn with<T>(swap: Option<Swap>, bounds: Bounds, work: impl FnOnce() -> T) -> (T, Told) {
    let swap = swap.map(|Swap { era, file, text }| (era, file.to_string(), text.to_string().into()));
    RUN.set(Some(Run { swap, bounds, told: Told { files: HashSet::new(), launches: 0 } }));
    let result = work();
    let told = RUN.take().map(|run| run.told);
    (result, told.unwrap_or(Told { files: HashSet::new(), launches: 0 }))
}

/// Does `work` with every file as it is, within a run or not.
pub(crate) fn as_it_is<T>(work: impl FnOnce() -> T) -> T {
    let run = RUN.take();
    let result = work();
    RUN.set(run);
    result
}

/// A file's text, or what stands in for it.
pub(super) fn text(stage: Stage, file: &str, text: Cow<'static, str>) -> Cow<'static, str> {
    let now = if stage == Stage::Compute { Era::Compute } else { Era::Fragment };
    RUN.with_borrow_mut(|run| {
        let Some(run) = run else { return text };
        run.told.files.insert((now, file.to_string()));
        match &run.swap {
            Some((era, name, other)) if *era == now && name == file => other.clone(),
            _ => text,
        }
    })
}

/// The instructions that a warp of this launch may take, where `most` are allowed outside such runs.
pub(crate) fn steps(most: u64) -> u64 {
    RUN.with_borrow_mut(|run| {
        let Some(run) = run else { return most };
        run.told.launches += 1;
        if run.told.launches > run.bounds.launches { 0 } else { most.min(run.bounds.steps) }
    })
}
