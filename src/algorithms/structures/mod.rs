//! Structures of data that kernels walk: grids, lists, pages and volumes in textures and buffers.

pub mod hash_grid;
pub mod level_set;
pub mod page_table;
pub mod photon_map;
pub mod ray_grid;
pub mod volume;
pub mod volume_render;

use super::{Algorithm, Check, Rung, Trial, Workload, scan, sort};
