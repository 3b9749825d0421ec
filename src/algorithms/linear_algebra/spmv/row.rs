//! The row of the table: every rung, on whole numbers, so that every result is exact.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use crate::random;

/// Whole numbers in -8 to 8.
fn whole(seed: u32, i: u32, column: u32) -> f64 {
    f64::from(random::word(seed, i, column) % 17) - 8.0
}

/// About `size` entries: rows of none to seven, near the diagonal as in a mesh, and some of up to `longest`, anywhere.
fn scattered(workload: &Workload, longest: usize) -> Result<SparseMatrix> {
    let rows = workload.size.div_ceil(4);
    let entries = (0..rows).flat_map(|row| {
        let word = |draw: u32| random::word(workload.seed, row as u32, draw) as usize;
        let long = word(0) % 61 == 7;
        let length = if long { word(1) % (longest + 1) } else { word(1) % 8 };
        (0..length).map(move |k| {
            let word = random::word(workload.seed, row as u32, 2 + k as u32) as usize;
            let column = if long { word % rows } else { (row + word % 64) % rows };
            (row, column, whole(workload.seed ^ 1, row as u32, k as u32))
        })
    });
    SparseMatrix::new(rows, rows, entries)
}

/// Entries of the longest rows; of ELL, whose rows are all as long.
const LONGEST: [usize; 2] = [150, 12];

fn trial<M: 'static>(
    device: &Device,
    workload: &Workload,
    matrix: Result<SparseMatrix>,
    upload: fn(&Device, &SparseMatrix) -> Result<M>,
    rung: fn(&Device, &M, &Stream<f32>) -> Result<Stream<f32>>,
) -> Result<Trial> {
    let matrix = matrix?;
    let x: Vec<f32> = (0..matrix.columns())
        .map(|i| whole(workload.seed, i as u32, 9) as f32)
        .collect();
    // Whole numbers below 2^24: no rounding, neither here nor there.
    let wanted: Vec<f32> = reference(&matrix, &x).into_iter().map(|element| element as f32).collect();
    let (matrix, x) = (upload(device, &matrix)?, device.stream(&x)?);
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &matrix, &x), move |result| Ok(Check::within(&result.read()?, &wanted, 0.0))))
}

fn rows_trial(
    device: &Device,
    workload: &Workload,
    rung: fn(&Device, &Rows, &Stream<f32>) -> Result<Stream<f32>>,
) -> Result<Trial> {
    trial(device, workload, scattered(workload, LONGEST[0]), Rows::new, rung)
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "spmv",
    part: "linear_algebra",
    summary: "a sparse matrix times a vector",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a fragment a row, pointer streams",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| rows_trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_passes",
            era: Era::Fragment,
            method: "an entry of every row a pass",
            source: "Purcell et al. 2002; GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| rows_trial(device, workload, fragment_passes),
        },
        Rung {
            name: "fragment_blocks",
            era: Era::Fragment,
            method: "rows of one length together",
            source: "Bolz et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                let matrix = scattered(workload, LONGEST[0]);
                trial(device, workload, matrix, Blocks::new, fragment_blocks)
            },
        },
        Rung {
            name: "fragment_ell",
            era: Era::Fragment,
            method: "rows filled up to the longest",
            source: "Bell and Garland 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                trial(device, workload, scattered(workload, LONGEST[1]), Ell::new, fragment_ell)
            },
        },
        Rung {
            name: "fragment_diagonals",
            era: Era::Fragment,
            method: "diagonals as vectors",
            source: "Krüger and Westermann 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| {
                let [width, height] = Workload::new(workload.size.div_ceil(5), 0).rectangle();
                let matrix = SparseMatrix::poisson(width, height);
                trial(device, workload, matrix, Diagonals::new, fragment_diagonals)
            },
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "merge on a CPU, lanes a row on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| rows_trial(device, workload, compute),
        },
        Rung {
            name: "compute_rows",
            era: Era::Compute,
            method: "an invocation a row",
            source: "Bell and Garland 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| rows_trial(device, workload, compute_rows),
        },
        Rung {
            name: "compute_vector",
            era: Era::Compute,
            method: "a few lanes a row",
            source: "Bell and Garland 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| rows_trial(device, workload, compute_vector),
        },
        Rung {
            name: "compute_merge",
            era: Era::Compute,
            method: "rows' ends and entries merged",
            source: "Merrill and Garland 2016",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| rows_trial(device, workload, compute_merge),
        },
    ],
};
