//! Structures of data that kernels walk: grids, lists, pages and volumes in textures and buffers.

pub mod photon_map;

use super::{Algorithm, Check, Rung, Trial, Workload};
