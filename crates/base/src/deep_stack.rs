//! Deep recursion: runs work on a stack that is large enough.

use std::cell::Cell;

/// Bytes of the stack; only the used part takes memory.
const STACK_BYTES: usize = 1 << 28;

thread_local! {
    /// True in a thread that has a large stack.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work` in a thread with a large stack, and waits for it. Work that asks for such a stack once more has it already:
/// a compiler's own process may start one thread and no second.
///
/// # Errors
/// The system's error, if it cannot create a thread.
pub fn run_on_deep_stack<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    // WebAssembly has no threads here; its one stack is as deep as the module was linked for.
    if cfg!(target_family = "wasm") || IS_DEEP.get() {
        return Ok(work());
    }
    let work = || {
        IS_DEEP.set(true);
        work()
    };
    std::thread::scope(|scope| {
        let here = std::thread::Builder::new().name(name.to_string()).stack_size(STACK_BYTES);
        match here.spawn_scoped(scope, work)?.join() {
            Ok(done) => Ok(done),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::run_on_deep_stack;
    use std::thread::current;

    #[test]
    fn work_on_a_deep_stack_takes_no_second_one() {
        let ids = run_on_deep_stack("outer", || (current().id(), run_on_deep_stack("inner", || current().id()).ok()));
        let (outer, inner) = ids.unwrap();
        assert_eq!(inner, Some(outer));
        assert_ne!(outer, current().id());
    }
}
