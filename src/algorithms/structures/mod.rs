//! Structures of data that kernels walk: grids, lists, pages and volumes in textures and buffers.

pub mod ray_grid;
