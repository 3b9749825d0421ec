//! Data structures that kernels traverse: grids, lists, pages and volumes in textures and buffers.

pub mod hash_grid;
pub mod level_set;
pub mod page_table;
pub mod photon_map;
pub mod ray_grid;
pub mod volume;
pub mod volume_render;

use super::{scan, sort};

/// Returns the indices of at most `most` elements, evenly spread from the first to the last: the sample for a slow
/// reference.
fn sample_evenly(elements: usize, most: usize) -> Vec<usize> {
    if elements <= most {
        return (0..elements).collect();
    }
    (0..most).map(|i| i * (elements - 1) / (most - 1)).collect()
}
