//! The second backend: it runs the same kernel files on the CPU and reports the work of each lane.
//!
//! SPIR-V is [lowered](lower) once to [register code](assembly), which [warps](warp) of lanes run in lockstep.
//! [Work groups](dispatch) wait at barriers; [fragments](raster) come in quads of 2x2. While they run they emit
//! [events](event), from which [observers] make findings.
#![deny(unsafe_code)]

pub mod address_factors;
pub mod assembly;
pub mod barrier_loops;
pub mod bindings;
mod coherence;
pub mod dispatch;
pub mod event;
mod lanes;
pub mod lower;
pub mod lowered;
pub mod machine;
pub mod memory;
mod name_binding;
pub mod number;
pub mod observers;
mod operation;
pub mod raster;
mod reaching_writes;
pub mod rounding;
mod simd;
mod slot;
pub mod storage;
mod subgroup;
pub mod texture;
pub mod undefined;
pub mod value_sources;
pub mod warp;
mod wide;

use std::sync::OnceLock;

/// False in a browser page, which has one thread: code for several threads is left out of its module.
const HAS_THREADS: bool = !cfg!(target_family = "wasm");

/// Number of threads that run groups, fragments and vertices.
fn thread_count() -> usize {
    if HAS_THREADS && has_thread_pool() { rayon::current_num_threads() } else { 1 }
}

/// Returns true if rayon has threads. If the system refuses them, a launch runs on its caller's
/// thread, because rayon would panic.
fn has_thread_pool() -> bool {
    static POOL: OnceLock<bool> = OnceLock::new();
    *POOL.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // If the host has already built a pool, the error has no system error as its source.
        Err(error) => std::error::Error::source(&error).is_none(),
    })
}
