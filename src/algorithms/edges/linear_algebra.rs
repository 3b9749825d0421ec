//! Shapes that no row of the table has.

use super::{Edge, compute};
use crate::algorithms::{fft, matmul};

pub(super) const RUNGS: &[Edge] = &[
    (
        "fft",
        compute("compute_registers, of a rectangle", |device, workload| {
            fft::trial(device, workload, fft::Method::Registers, true)
        }),
    ),
    (
        "matmul",
        compute("compute_blocks, of several blocks", |device, workload| {
            matmul::product_trial(device, [130, workload.size.min(9), 131], workload.seed, matmul::compute_blocks)
        }),
    ),
];
