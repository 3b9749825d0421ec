//! The row of the table: every rung, on numbers of so few bits that every result is exact.

use super::*;
use crate::algorithms::linear_algebra::spmv::SparseMatrix;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

/// Whole numbers of -1 to 1 stay below 4 and gain two bits behind the point with each sweep, 16 in all: no sum needs more than 20 bits.
const SWEEPS: usize = 8;

/// A grid of about `size` cells, `b` and `x`, and what must come out.
struct Problem {
    shape: [usize; 2],
    b: Vec<f32>,
    x: Vec<f32>,
    wanted: Vec<f32>,
}

impl Problem {
    fn new(workload: &Workload) -> Problem {
        let shape = workload.rectangle();
        let cells = shape[0] * shape[1];
        let whole = |column| {
            workload
                .integers(column, 3)
                .iter()
                .take(cells)
                .map(|word| *word as f32 - 1.0)
                .collect()
        };
        let (b, x): (Vec<f32>, Vec<f32>) = (whole(0), whole(1));
        let wanted = reference(shape[0], SWEEPS, &b, &x)
            .into_iter()
            .map(|cell| cell as f32)
            .collect();
        Problem { shape, b, x, wanted }
    }
}

type Cells = fn(&Device, usize, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;
type Fours = fn(&Device, usize, usize, &Stream<[f32; 4]>, &Stream<[f32; 4]>) -> Result<Stream<[f32; 4]>>;
type Unknowns = fn(&Device, usize, &System, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;

fn trial(device: &Device, workload: &Workload, rung: Cells) -> Result<Trial> {
    let Problem { shape, b, x, wanted } = Problem::new(workload);
    let (b, x) = (device.stream_of(shape, &b)?, device.stream_of(shape, &x)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, SWEEPS, &b, &x),
        move |result| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    ))
}

fn packed_trial(device: &Device, workload: &Workload, rung: Fours) -> Result<Trial> {
    let Problem { shape: [width, _], b, x, wanted } = Problem::new(workload);
    let ((shape, b), (_, x)) = (packed(width, &b), packed(width, &x));
    let (b, x) = (device.stream_of(shape, &b)?, device.stream_of(shape, &x)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, SWEEPS, width, &b, &x),
        move |result| Ok(Check::within(&unpacked(width, &result.read()?), &wanted, 0.0)),
    ))
}

fn matrix_trial(device: &Device, workload: &Workload, rung: Unknowns) -> Result<Trial> {
    let Problem { shape: [width, height], b, x, wanted } = Problem::new(workload);
    let system = System::new(device, &SparseMatrix::poisson(width, height)?)?;
    let (b, x) = (device.stream(&b)?, device.stream(&x)?);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, SWEEPS, &system, &b, &x),
        move |result| Ok(Check::within(&result.read()?, &wanted, 0.0)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "jacobi",
    part: "linear_algebra",
    summary: "eight sweeps of Jacobi's iteration",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "a fragment a cell",
            source: "Harris, GPU Gems, chapter 38",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "four cells a texel",
            source: "Goodnight et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, fragment_packed),
        },
        Rung {
            name: "fragment_matrix",
            era: Era::Fragment,
            method: "any matrix, a fragment a row",
            source: "Bolz et al. 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| matrix_trial(device, workload, fragment_matrix),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "an invocation a cell",
            source: "the same line",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_tiled",
            era: Era::Compute,
            method: "tiles and their rim in shared memory",
            source: "Micikevicius 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_tiled),
        },
        Rung {
            name: "compute_columns",
            era: Era::Compute,
            method: "a column of fours a lane, in registers",
            source: "Micikevicius 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, compute_columns),
        },
        Rung {
            name: "compute_matrix",
            era: Era::Compute,
            method: "any matrix, an invocation a row",
            source: "Bell and Garland 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| matrix_trial(device, workload, compute_matrix),
        },
    ],
};
