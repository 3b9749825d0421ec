//! Structures of data that kernels walk: grids, lists, pages and volumes in textures and buffers.

pub mod level_set;
pub mod page_table;

use super::{Algorithm, Check, Rung, Trial, Workload};
