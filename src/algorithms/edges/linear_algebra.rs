//! Shapes that no rung of the table is tried on.

use super::{EdgeCase, compute_case, fragment_case};
use crate::algorithms::{fft, matmul, spmv};

pub(super) const RUNGS: &[EdgeCase] = &[
    (
        "fft",
        compute_case("compute_registers, of a rectangle", |device, workload| {
            fft::trial(device, workload, fft::Method::Registers, true)
        }),
    ),
    (
        "matmul",
        fragment_case("fragment_2005, of long sums", |device, workload| {
            matmul::product_trial(device, [9, 131, workload.size.min(130)], workload.seed, matmul::fragment_2005)
        }),
    ),
    (
        "spmv",
        fragment_case("fragment_2005, of a wide matrix", |device, workload| spmv::runs_trial(device, workload, true)),
    ),
    (
        "spmv",
        fragment_case("fragment_2005, of a high matrix", |device, workload| spmv::runs_trial(device, workload, false)),
    ),
    (
        "spmv",
        fragment_case("fragment_diagonals_2005, of a wide matrix", |device, workload| {
            spmv::diagonals_trial(device, workload, true)
        }),
    ),
    (
        "spmv",
        fragment_case("fragment_diagonals_2005, of a high matrix", |device, workload| {
            spmv::diagonals_trial(device, workload, false)
        }),
    ),
    (
        "matmul",
        compute_case("compute_blocks, of several blocks", |device, workload| {
            matmul::product_trial(device, [130, workload.size.min(9), 131], workload.seed, matmul::compute_blocks)
        }),
    ),
];
