//! Deep recursion: runs work on a stack that is large enough.

/// Bytes of the stack; only the used part takes memory.
const STACK_BYTES: usize = 1 << 28;

/// Runs `work` in a thread with a large stack, and waits for it.
///
/// # Errors
/// The system's error, if it cannot create a thread.
pub fn run_on_deep_stack<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    // WebAssembly has no threads here; its one stack is as deep as the module was linked for.
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let here = std::thread::Builder::new().name(name.to_string()).stack_size(STACK_BYTES);
        match here.spawn_scoped(scope, work)?.join() {
            Ok(done) => Ok(done),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
