//! The rungs of 2005: rows cut into runs, and diagonals, by kernels without loops and without blending.

use super::{Diagonals, SparseMatrix, check_vector};
use crate::{Device, Era, Error, KernelSource, Layout, PingPong, Result, Stream, fragment_kernel};

const PRODUCT: KernelSource = fragment_kernel!("linear_algebra/spmv_2005");
const SUM: KernelSource = fragment_kernel!("linear_algebra/spmv_sum_2005");
const DIAGONALS: KernelSource = fragment_kernel!("linear_algebra/spmv_diagonals_2005");

/// Entries per run and their texels, across and up; also the count of sums that one pass adds.
const RUN_ENTRIES: usize = 8;
const RUN_TEXELS: [usize; 2] = [4, 2];

/// A sparse matrix on a device with its rows cut into runs of eight entries, which point to their elements of x as
/// texels: Bolz et al. 2003, for a card without loops.
#[derive(Debug)]
pub struct Runs {
    rows: usize,
    columns: usize,
    pub(in crate::algorithms) runs: usize,
    /// A value and the texel centre of its element of x; outside of the texture in the padding of a run.
    pub(in crate::algorithms) entries: Stream<[f32; 4]>,
    /// For each pass that adds sums: the first of the up to eight sums of each element, and their count.
    pub(in crate::algorithms) sums: Vec<Stream<[f32; 4]>>,
}

impl Runs {
    /// Uploads the matrix to textures.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Runs> {
        let device = device.with_era(Era::Fragment)?;
        let mut counts: Vec<usize> = matrix.lengths().map(|length| length.div_ceil(RUN_ENTRIES)).collect();
        let runs = counts.iter().sum();
        let x = device.empty::<f32>(matrix.columns())?;
        let plan = device.empty::<f32>(runs)?;
        let [width, height, _] = plan.plan().size();
        // ANCHOR: runs
        let mut entries = vec![[0.0, -1.0, -1.0, 0.0]; width * height * RUN_ENTRIES];
        let mut run = 0;
        for row in 0..matrix.rows() {
            for (place, (column, value)) in matrix.row(row).enumerate() {
                let run = run + place / RUN_ENTRIES;
                let at = place % RUN_ENTRIES;
                let left = run % width * RUN_TEXELS[0];
                let below = run / width * RUN_TEXELS[1];
                let texel = (below + at / RUN_TEXELS[0]) * width * RUN_TEXELS[0] + left + at % RUN_TEXELS[0];
                let of_x = x.plan().address(column);
                if let Some(entry) = entries.get_mut(texel) {
                    *entry = [value, of_x.x as f32 + 0.5, of_x.y as f32 + 0.5, 0.0];
                }
            }
            run += matrix.row_range(row).len().div_ceil(RUN_ENTRIES);
        }
        // ANCHOR_END: runs
        let entries = device.stream_of([width * RUN_TEXELS[0], height * RUN_TEXELS[1]], &entries)?;
        let mut sums = Vec::new();
        let mut last = plan;
        loop {
            let ends = counts.iter().all(|count| *count <= RUN_ENTRIES);
            let mut firsts = Vec::new();
            let mut first = 0;
            for count in &mut counts {
                // At the end each row has its sum, even if it is empty.
                let parts = if ends { 1 } else { count.div_ceil(RUN_ENTRIES) };
                for part in 0..parts {
                    let [begin, many] = [first + part * RUN_ENTRIES, RUN_ENTRIES.min(*count - part * RUN_ENTRIES)];
                    let [across, up] = match begin < last.len() {
                        true => [last.plan().address(begin).x, last.plan().address(begin).y],
                        false => [0; 2], // none, past the end
                    };
                    firsts.push([across as f32, up as f32, many as f32, 0.0]);
                }
                first += *count;
                *count = parts;
            }
            last = device.empty(firsts.len())?;
            sums.push(device.stream(&firsts)?);
            if ends {
                return Ok(Runs { rows: matrix.rows(), columns: matrix.columns(), runs, entries, sums });
            }
        }
    }
}

/// Multiplies runs of eight entries, one fragment each; then adds their sums eight by eight, until each row has one:
/// for a Radeon 9700.
///
/// # Errors
/// As [`super::spmv()`].
pub fn fragment_2005(device: &Device, matrix: &Runs, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns, x)?;
    check_packed(x)?;
    if matrix.runs == 0 {
        return device.empty(matrix.rows); // zeros
    }
    // ANCHOR: of_2005
    let mut last = device.empty(matrix.runs)?;
    device
        .kernel(&PRODUCT)?
        .call()
        .gather("entries", &matrix.entries)
        .gather("x", x)
        .output("gl_FragColor", &mut last)
        .run()?;
    let sum = device.kernel(&SUM)?;
    for firsts in &matrix.sums {
        let mut next = device.empty(firsts.shape())?;
        sum.call()
            .input("firsts", firsts)
            .gather("source", &last)
            .output("gl_FragColor", &mut next)
            .run()?;
        last = next;
    }
    // ANCHOR_END: of_2005
    Ok(last)
}

/// Runs a pass for each four diagonals, which adds them to the sums of the earlier passes, since a Radeon 9700
/// cannot blend floats.
///
/// A zero of a diagonal adds nothing, even if x is not finite there.
///
/// # Errors
/// As [`super::spmv()`].
pub fn fragment_diagonals_2005(device: &Device, matrix: &Diagonals, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns(), x)?;
    check_packed(x)?;
    let mut sums = PingPong::new(device.empty(matrix.rows())?, device.empty(matrix.rows())?); // zeros
    if matrix.fours.is_empty() {
        return Ok(sums.into_now());
    }
    let width = sums.now().plan().size()[0].max(1);
    let moved = copy_to_width(&device, width, x)?;
    let x = moved.as_ref().unwrap_or(x);
    // ANCHOR: diagonals_2005
    let kernel = device.kernel(&DIAGONALS)?;
    for (offsets, diagonals) in &matrix.fours {
        let on = offsets.map(|offset| if offset == i32::MIN { 0 } else { offset }); // a lane without a diagonal
        sums.step(|sums, next| {
            kernel
                .call()
                .uniform("columns", on.map(|offset| offset.rem_euclid(width as i32) as f32))
                .uniform("rows", on.map(|offset| offset.div_euclid(width as i32) as f32))
                .input("diagonals", diagonals)
                .input("sums", sums)
                .gather("x", x)
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    // ANCHOR_END: diagonals_2005
    Ok(sums.into_now())
}

/// Copies x to rows of that width if it has others, as for a matrix that is not square.
fn copy_to_width(device: &Device, width: usize, x: &Stream<f32>) -> Result<Option<Stream<f32>>> {
    if x.plan().size()[0] == width {
        return Ok(None);
    }
    let mut moved = device.empty_in(Layout::PackedAt(width), x.shape())?;
    moved.copy_from(x)?;
    Ok(Some(moved))
}

/// Checks that x has the layout of the pointers: row by row in one texture.
fn check_packed(x: &Stream<f32>) -> Result<()> {
    match (x.layout(), x.shape().rank()) {
        (Layout::Packed, 1) => Ok(()),
        (layout, rank) => Err(Error::call(
            "spmv",
            format!("x is of {rank} dimensions in Layout::{layout:?}; copy it to a 1D stream in Layout::Packed"),
        )),
    }
}
