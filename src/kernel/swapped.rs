//! For tests: another text in the place of a kernel file's, on this thread.

use crate::shader::SourceFile;
use std::cell::RefCell;

thread_local! {
    static SWAPPED: RefCell<Option<Swapped>> = const { RefCell::new(None) };
}

struct Swapped {
    name: String,
    text: String,
    times: usize,
}

/// Runs `work`, with that text for the file of that name; says too how often the file was asked for.
pub(crate) fn with<T>(name: &str, text: &str, work: impl FnOnce() -> T) -> (T, usize) {
    SWAPPED.set(Some(Swapped { name: name.to_string(), text: text.to_string(), times: 0 }));
    let result = work();
    (result, SWAPPED.take().map_or(0, |swapped| swapped.times))
}

/// The file, or what stands in for it.
pub(super) fn swap(file: SourceFile) -> SourceFile {
    SWAPPED.with_borrow_mut(|swapped| match swapped {
        Some(swapped) if swapped.name == file.name => {
            swapped.times += 1;
            SourceFile { name: file.name, text: swapped.text.clone().into() }
        }
        _ => file,
    })
}
