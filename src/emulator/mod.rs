//! The second backend: it runs the same kernel files on the CPU and reports the work of each lane.
//!
//! SPIR-V is [lowered](lower) once to [register code](assembly), which [warps](warp) of lanes run in lockstep.
//! [Work groups](dispatch) wait at barriers; [fragments](raster) come in quads of 2x2. While they run they emit
//! [events](event), from which [observers](observers) make findings.
#![deny(unsafe_code)]

pub(crate) mod assembly;
pub(crate) mod bindings;
mod coherence;
pub(crate) mod dispatch;
pub(crate) mod event;
mod lanes;
pub(crate) mod lower;
pub(crate) mod lowered;
pub(crate) mod machine;
pub(crate) mod memory;
mod naming;
pub(crate) mod number;
pub(crate) mod observers;
mod operation;
pub(crate) mod raster;
pub(crate) mod rounding;
mod slot;
pub(crate) mod storage;
mod subgroup;
pub(crate) mod texture;
pub(crate) mod undefined;
mod vectors;
pub(crate) mod warp;
mod wide;

use std::sync::OnceLock;

/// False in a browser page, which has one thread: code for several threads is left out of its module.
const THREADED: bool = !cfg!(target_family = "wasm");

/// Number of threads that run groups, fragments and vertices.
fn threads() -> usize {
    if THREADED && has_pool() { rayon::current_num_threads() } else { 1 }
}

/// Returns true if rayon has threads. If the system refuses them, a launch runs on its caller's thread, because rayon would panic.
fn has_pool() -> bool {
    static POOL: OnceLock<bool> = OnceLock::new();
    *POOL.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // If the host has already built a pool, the error has no system error as its source.
        Err(error) => std::error::Error::source(&error).is_none(),
    })
}
