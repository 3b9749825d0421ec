//! The compute era for any lengths of rows: merges the rows' ends and the entries, and gives each lane the same
//! share of both.

use super::{Rows, check_vector};
use crate::algorithms::check_turns;
use crate::{Device, DeviceKind, Era, KernelSource, Result, Stream, compute_kernel};

const MERGE: KernelSource = compute_kernel!("linear_algebra/spmv_merge");
const CARRIES: KernelSource = compute_kernel!("linear_algebra/spmv_merge_carries");

/// The minimum and maximum steps per lane: llvmpipe silently ends loops after 65,535 turns in all, those of the
/// search included.
const SHARE_LIMITS: [usize; 2] = [16, 65_000];

/// Maximum turns of the binary search for a lane's first row: rows are counted in 31 bits.
const SEARCH_TURNS: usize = 31;

/// Lanes of a CPU's dispatch if shares are not at their maximum: a CPU works best with a long range for each of few
/// lanes.
const CPU_LANES: usize = 256;

/// Maximum loop turns per lane for `steps` rows and entries, on a CPU.
pub(in crate::algorithms::linear_algebra) fn merge_turns(steps: usize) -> usize {
    let share = steps.div_ceil(CPU_LANES).clamp(SHARE_LIMITS[0], SHARE_LIMITS[1]);
    (share + SEARCH_TURNS).max(steps.div_ceil(share)) // of the merge, and of the carries where all are one row's
}

/// Gives each lane the same count of steps, along the path that merges the rows' ends with the entries.
///
/// # Errors
/// As [`super::spmv()`].
pub fn compute_merge(device: &Device, matrix: &Rows, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check_vector(matrix.columns(), x)?;
    let mut result = device.empty(matrix.rows())?;
    if matrix.rows() == 0 {
        return Ok(result);
    }
    // ANCHOR: share
    let steps = matrix.rows() + matrix.values.len();
    // A CPU works best with a long range for each of few lanes, a GPU with many lanes.
    let (group, most) = match device.suited_to() {
        DeviceKind::Cpu => (8, CPU_LANES),
        _ => (64, 1 << 16),
    };
    let share = steps.div_ceil(most).clamp(SHARE_LIMITS[0], SHARE_LIMITS[1]);
    let lanes = steps.div_ceil(share);
    // ANCHOR_END: share
    check_turns(&device, "spmv, the carries of a row", lanes, "split the matrix by rows")?;
    // ANCHOR: merge
    let mut carry_rows = device.empty::<u32>(lanes)?;
    let mut carries = device.empty::<f32>(lanes)?;
    device
        .kernel(&MERGE.define("LANES", group))?
        .call()
        .uniform("share", share as i32)
        .gather("offsets", &matrix.offsets)
        .gather("pointers", &matrix.pointers)
        .gather("values", &matrix.values)
        .gather("x", x)
        .output("result", &mut result)
        .output("carry_rows", &mut carry_rows)
        .output("carries", &mut carries)
        .elements(lanes)
        .run()?;
    device
        .kernel(&CARRIES)?
        .call()
        .gather("carry_rows", &carry_rows)
        .gather("carries", &carries)
        .update("result", &mut result)
        .elements(lanes)
        .run()?;
    // ANCHOR_END: merge
    Ok(result)
}
