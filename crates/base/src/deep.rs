//! Work that goes down by calling itself, on a stack that is deep enough.

/// Bytes of stack, of which only what is used takes memory.
const STACK: usize = 1 << 28;

/// Does `work` in a thread with a deep stack, and waits for it.
///
/// # Errors
/// Those of the system, which has no thread.
pub fn on_a_deep_stack<T: Send>(name: &str, work: impl FnOnce() -> T + Send) -> std::io::Result<T> {
    // WebAssembly has no threads here; its one stack is as deep as the module was linked for.
    if cfg!(target_family = "wasm") {
        return Ok(work());
    }
    std::thread::scope(|scope| {
        let here = std::thread::Builder::new().name(name.to_string()).stack_size(STACK);
        match here.spawn_scoped(scope, work)?.join() {
            Ok(done) => Ok(done),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
