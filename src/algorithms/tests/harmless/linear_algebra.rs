//! Mutants that compute the same: the file, a piece of the line as it is then, and why.

pub(super) const LIST: &[super::Harmless] = &[
    (
        "fft_shared.comp",
        "if (at > element_count / LANES) return;",
        "more groups than lines are only where they fill rows",
    ),
    ("fft_shared.comp", "if (false) return;", "more groups than lines are only where they fill rows"),
    ("matmul_blocks.comp", "start <= last", "one round more, in which there are only zeros to add"),
    ("matmul_tiled.comp", "start <= last", "one round more, in which there are only zeros to add"),
    (
        "multigrid_prolong.comp",
        "column <= side",
        "cycles gain less, as tests/algorithms/multigrid.rs would see, and still enough here",
    ),
    (
        "multigrid_prolong.comp",
        "row >= 0 && true && row < side",
        "cycles gain less, as tests/algorithms/multigrid.rs would see, and still enough here",
    ),
    ("multigrid_prolong.glsl", "0.2575 * (at(low.x", "cycles gain a little less, and end at the same solution"),
    ("multigrid_restrict.glsl", "0.2575 * (right - left)", "cycles gain a little less, and end at the same solution"),
    ("spmv.frag", "if (row <= element_count) {", "one texel more of the padding, which nobody reads"),
    ("spmv_merge.comp", "int row = (0);", "the search begins further up, and ends at the same row"),
    ("spmv_merge.comp", "int high = (result_count);", "the search begins further down, and ends at the same row"),
    ("spmv_merge_carries.comp", "at <= carries_count", "the last lane carries to no row, so the loop ends there"),
    ("spmv_passes.vert", "* 4.12 - 1.0", "a larger triangle covers the viewport too"),
    ("spmv_vector.comp", "row <= result_count) result", "one zero more, into what fills the buffer up to whole fours"),
    ("transpose_blocks.comp", "if (i > element_count) return;", "a block behind the last has no rows"),
    ("transpose_blocks.comp", "if (false) return;", "a block behind the last has no rows"),
];
