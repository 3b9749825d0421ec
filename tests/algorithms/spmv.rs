//! Sparse matrices: files and their faults, floats within their bound, odd shapes, and the passes that each
//! layout promises.

use crate::machine::device;
use gristmill::algorithms::spmv::{self, Blocks, Diagonals, Ell, Rows, SparseMatrix, bound, reference};
use gristmill::{Device, Era, Error, Result, random};

type Multiply = fn(&Device, &SparseMatrix, &[f32]) -> Result<Vec<f32>>;
type Rung = (&'static str, Era, Multiply);

const RUNGS: [Rung; 9] = [
    ("fragment", Era::Fragment, |d, m, x| spmv::fragment(d, &Rows::new(d, m)?, &d.stream(x)?)?.read()),
    ("fragment_passes", Era::Fragment, |d, m, x| spmv::fragment_passes(d, &Rows::new(d, m)?, &d.stream(x)?)?.read()),
    ("fragment_blocks", Era::Fragment, |d, m, x| spmv::fragment_blocks(d, &Blocks::new(d, m)?, &d.stream(x)?)?.read()),
    ("fragment_ell", Era::Fragment, |d, m, x| spmv::fragment_ell(d, &Ell::new(d, m)?, &d.stream(x)?)?.read()),
    ("fragment_diagonals", Era::Fragment, |d, m, x| {
        spmv::fragment_diagonals(d, &Diagonals::new(d, m)?, &d.stream(x)?)?.read()
    }),
    ("compute", Era::Compute, |d, m, x| spmv::compute(d, &Rows::new(d, m)?, &d.stream(x)?)?.read()),
    ("compute_rows", Era::Compute, |d, m, x| spmv::compute_rows(d, &Rows::new(d, m)?, &d.stream(x)?)?.read()),
    ("compute_vector", Era::Compute, |d, m, x| spmv::compute_vector(d, &Rows::new(d, m)?, &d.stream(x)?)?.read()),
    ("compute_merge", Era::Compute, |d, m, x| spmv::compute_merge(d, &Rows::new(d, m)?, &d.stream(x)?)?.read()),
];

/// Floats in -1 to 1.
fn floats(count: usize, seed: u32) -> Vec<f32> {
    (0..count as u32).map(|i| random::uniform(seed, i, 0) * 2.0 - 1.0).collect()
}

/// `length(row)` entries in each row, anywhere.
fn matrix(rows: usize, columns: usize, length: impl Fn(usize) -> usize) -> SparseMatrix {
    let entries = (0..rows).flat_map(|row| {
        (0..length(row)).map(move |k| {
            let word = random::word(row as u32, k as u32, 1);
            (row, word as usize % columns.max(1), f64::from(random::uniform(2, word, k as u32)) * 2.0 - 1.0)
        })
    });
    SparseMatrix::new(rows, columns, entries).unwrap()
}

fn within_bound(name: &str, matrix: &SparseMatrix, x: &[f32], given: &[f32]) {
    let (wanted, allowed) = (reference(matrix, x), bound(matrix, x));
    assert_eq!(given.len(), wanted.len(), "{name}");
    for (row, given) in given.iter().enumerate() {
        let error = (f64::from(*given) - wanted[row]).abs();
        assert!(error <= allowed[row], "{name}, row {row}: {given}, not {}: {error} > {}", wanted[row], allowed[row]);
    }
}

#[test]
fn floats_of_every_shape_are_within_their_bound() {
    for (rows, columns) in [(1, 1), (1, 70), (70, 1), (13, 31), (257, 63), (63, 1000), (128, 128)] {
        // Few diagonals, so that every layout takes it.
        let banded = (0..rows).flat_map(|row| {
            [0, 1, 5, 17, 40].map(|right| (row, (row + right) % columns.max(1), 0.3 + 0.01 * (row + right) as f64))
        });
        let banded = SparseMatrix::new(rows, columns, banded).unwrap();
        let uneven = matrix(rows, columns, |row| [0, 3, 0, 1, 8, 17, 0, 5][row % 8]);
        let x = floats(columns, 3);
        for (name, era, multiply) in RUNGS {
            let Some(device) = device(era) else { continue };
            for matrix in [&banded, &uneven] {
                match multiply(&device, matrix, &x) {
                    Ok(given) => within_bound(name, matrix, &x, &given),
                    Err(error @ Error::Limit { .. }) => {
                        assert_eq!(name, "fragment_diagonals", "{error}");
                        assert!(error.to_string().contains("diagonals that have entries: "), "{error}");
                    }
                    Err(error) => panic!("{name}: {error}"),
                }
            }
        }
    }
}

#[test]
fn one_row_of_a_hundred_thousand_entries() {
    let x = floats(100_000, 5);
    let one = |row: usize| (0..100_000).map(move |column| (row, column, (column % 7) as f64 - 3.0));
    let others = (0..100_000).map(|row| (row, row, 1.0));
    let matrix = SparseMatrix::new(100_000, 100_000, one(40_000).chain(others)).unwrap();
    for (name, era, multiply) in RUNGS {
        // A pass for each of so many entries takes too long, and the layouts that fill rows up have no room.
        if name == "fragment_passes" {
            continue;
        }
        let Some(device) = device(era) else { continue };
        match multiply(&device, &matrix, &x) {
            Ok(given) => within_bound(name, &matrix, &x, &given),
            Err(error) => {
                assert!(
                    ["fragment", "compute_rows", "fragment_ell", "fragment_diagonals"].contains(&name),
                    "{name}: {error}"
                );
                assert!(matches!(error, Error::Limit { .. }), "{name}: {error}");
            }
        }
    }
}

/// Sums that one loop may not finish: just below what llvmpipe's loops and the blocks' passes take, just
/// above, and far above.
#[test]
fn a_row_longer_than_a_loop_is_right_or_refused() {
    for count in [65_535, 65_536, 131_072, 131_073, 262_140, 262_141, 300_000] {
        let matrix = SparseMatrix::new(1, count, (0..count).map(|column| (0, column, 1.0))).unwrap();
        let x = vec![1.0; count];
        // An entry per pass takes too long; where it ends is tested below.
        for (name, era, multiply) in RUNGS.into_iter().filter(|(name, ..)| *name != "fragment_passes") {
            let Some(device) = device(era) else { continue };
            let refused = match name {
                "fragment" | "compute_rows" => count > device.limits().turns,
                "fragment_ell" => count.div_ceil(4) > device.limits().texture_side.min(device.limits().turns),
                "fragment_diagonals" => true,
                _ => false,
            };
            match multiply(&device, &matrix, &x) {
                Ok(given) => assert!(!refused && given == [count as f32], "{name} of {count}: {given:?}"),
                Err(error) => {
                    assert!(refused, "{name} of {count}: {error}");
                    assert!(matches!(error, Error::Limit { given, limit, .. } if given > limit), "{name}: {error}");
                    let next = error.to_string();
                    match name {
                        "fragment" => assert!(next.ends_with("use spmv::fragment_blocks"), "{next}"),
                        "compute_rows" => assert!(next.ends_with("use spmv::compute_merge"), "{next}"),
                        _ => assert!(next.ends_with("use Blocks or Rows"), "{next}"),
                    }
                }
            }
        }
    }
}

#[test]
fn a_pass_for_each_entry_ends_where_depths_do() {
    let Some(device) = device(Era::Fragment) else { return };
    // Rows of 4,096 and 4,097 entries differ by one step of the depth.
    let entries = (0..2).flat_map(|row| (0..4_096 + row).map(move |column| (row, column, 1.0)));
    let matrix = SparseMatrix::new(2, 4_097, entries).unwrap();
    let rows = Rows::new(&device, &matrix).unwrap();
    let ones = device.stream(&[1.0; 4_097]).unwrap();
    assert_eq!(spmv::fragment_passes(&device, &rows, &ones).unwrap().read().unwrap(), [4_096.0, 4_097.0]);

    let many = (1 << 20) + 1;
    let matrix = SparseMatrix::new(1, many, (0..many).map(|column| (0, column, 1.0))).unwrap();
    let rows = Rows::new(&device, &matrix).unwrap();
    let error = spmv::fragment_passes(&device, &rows, &device.empty(many).unwrap())
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("1048577") && error.contains("1048576") && error.contains("spmv::fragment_blocks"),
        "{error}"
    );
}

#[test]
fn matrices_of_nothing() {
    for (rows, columns) in [(0, 0), (0, 5), (5, 0), (5, 5)] {
        let nothing = SparseMatrix::new(rows, columns, []).unwrap();
        for (name, era, multiply) in RUNGS {
            let Some(device) = device(era) else { continue };
            let result =
                multiply(&device, &nothing, &vec![1.0; columns]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(result, vec![0.0; rows], "{name}");
        }
    }
}

#[test]
fn what_is_not_a_number_stays_in_its_rows() {
    let uneven = matrix(300, 300, |row| row % 5);
    let mut x = floats(300, 7);
    (x[17], x[200]) = (f32::NAN, f32::INFINITY);
    let wanted = reference(&uneven, &x);
    for (name, era, multiply) in RUNGS.into_iter().filter(|(name, ..)| *name != "fragment_diagonals") {
        let Some(device) = device(era) else { continue };
        for (row, (given, wanted)) in multiply(&device, &uneven, &x).unwrap().iter().zip(&wanted).enumerate() {
            assert_eq!(given.is_finite(), wanted.is_finite(), "{name}, row {row}: {given}, not {wanted}");
        }
    }
}

#[test]
fn passes_are_as_many_as_promised() {
    let uneven = matrix(500, 500, |row| [1, 4, 5, 9, 13, 17, 40][row % 7]);
    let banded = SparseMatrix::poisson(20, 20).unwrap(); // five diagonals
    let x = vec![1.0; 500];
    if let Some(device) = device(Era::Fragment) {
        let (rows, stream) = (Rows::new(&device, &uneven).unwrap(), device.stream(&x).unwrap());
        let passes = |trace: gristmill::Trace| trace.passes();
        let longest = uneven.longest_row();
        let trace = device.trace(|| spmv::fragment_passes(&device, &rows, &stream)).unwrap().1;
        assert_eq!(passes(trace), 1 + longest);
        let blocks = Blocks::new(&device, &uneven).unwrap();
        let mut fours: Vec<usize> = uneven.lengths().map(|length| length.div_ceil(4)).collect();
        fours
            .iter_mut()
            .filter(|fours| **fours > 4)
            .for_each(|fours| *fours = fours.next_power_of_two());
        fours.sort_unstable();
        fours.dedup();
        let trace = device.trace(|| spmv::fragment_blocks(&device, &blocks, &stream)).unwrap().1;
        assert_eq!(passes(trace), fours.len() + 1);
        let (diagonals, stream) = (Diagonals::new(&device, &banded).unwrap(), device.stream(&x[..400]).unwrap());
        let trace = device
            .trace(|| spmv::fragment_diagonals(&device, &diagonals, &stream))
            .unwrap()
            .1;
        assert_eq!(passes(trace), 2);
    }
    if let Some(device) = device(Era::Compute) {
        let (rows, stream) = (Rows::new(&device, &uneven).unwrap(), device.stream(&x).unwrap());
        for (rung, wanted) in
            [(spmv::compute_rows as fn(_, _, _) -> _, 1), (spmv::compute_vector, 1), (spmv::compute_merge, 2)]
        {
            assert_eq!(device.trace(|| rung(&device, &rows, &stream)).unwrap().1.passes(), wanted);
        }
    }
}

#[test]
fn a_vector_of_another_length_is_refused() {
    let matrix = SparseMatrix::poisson(3, 3).unwrap();
    for (name, era, multiply) in RUNGS {
        let Some(device) = device(era) else { continue };
        let error = multiply(&device, &matrix, &[1.0; 8]).unwrap_err().to_string();
        assert_eq!(error, "spmv: x has 8 elements, the matrix 9 columns; give one element for each column", "{name}");
    }
}

#[test]
fn coordinates_of_the_icosahedron_are_eigenvectors() {
    let laplacian = SparseMatrix::from_market(include_str!("../../crates/cli/data/icosahedron.mtx")).unwrap();
    assert_eq!((laplacian.rows(), laplacian.columns(), laplacian.entries()), (12, 12, 72));
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let corner = |at: usize| {
        let (a, b) = ((at / 6) as f64 * 2.0 - 1.0, (at / 3 % 2) as f64 * 2.0 - 1.0);
        [[0.0, a, b * golden], [a, b * golden, 0.0], [b * golden, 0.0, a]][at % 3]
    };
    for axis in 0..3 {
        let x: Vec<f32> = (0..12).map(|at| corner(at)[axis] as f32).collect();
        for (name, era, multiply) in RUNGS {
            let Some(device) = device(era) else { continue };
            for (given, x) in multiply(&device, &laplacian, &x).unwrap().iter().zip(&x) {
                let wanted = (5.0 - 5.0_f64.sqrt()) * f64::from(*x);
                // Six products of numbers below 9, and x itself is rounded.
                assert!((f64::from(*given) - wanted).abs() < 1e-5, "{name}: {given}, not {wanted}");
            }
        }
    }
}

#[test]
fn entries_of_one_place_are_summed_and_rounded_once() {
    let tiny = 2.0_f64.powi(-30);
    let matrix = SparseMatrix::new(1, 2, [(0, 1, 1.0), (0, 0, 5.0), (0, 1, tiny), (0, 1, -1.0)]).unwrap();
    assert_eq!(matrix.row(0).collect::<Vec<_>>(), [(0, 5.0), (1, tiny as f32)]);
    let file = "%%MatrixMarket matrix coordinate real general\n% twice\n\n2 2 3\n1 1 2\n1 1 3\n2 2 1e0\n";
    let matrix = SparseMatrix::from_market(file).unwrap();
    assert_eq!(matrix.row(0).collect::<Vec<_>>(), [(0, 5.0)]);
}

#[test]
fn files_of_every_kind() {
    let read = |text: &str| {
        let matrix = SparseMatrix::from_market(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        (0..matrix.rows()).map(|row| matrix.row(row).collect()).collect::<Vec<Vec<_>>>()
    };
    let coordinates =
        |kind: &str, entries: &str| read(&format!("%%MatrixMarket matrix coordinate {kind}\n2 2 2\n{entries}\n"));
    assert_eq!(coordinates("integer general", "1 2 -3\n2 1 4"), [[(1, -3.0)], [(0, 4.0)]]);
    assert_eq!(coordinates("pattern general", "1 2\n2 1"), [[(1, 1.0)], [(0, 1.0)]]);
    assert_eq!(coordinates("real symmetric", "2 1 1.5\n2 2 2"), [vec![(1, 1.5)], vec![(0, 1.5), (1, 2.0)]]);
    let skew = read("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1.5\n");
    assert_eq!(skew, [[(1, -1.5)], [(0, 1.5)]]);
    let array = read("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n");
    assert_eq!(array, [[(0, 1.0), (1, 3.0)], [(0, 2.0), (1, 4.0)]]);
    let lower = read("%%MatrixMarket MATRIX Array Real Symmetric\n2 2\n1\n2\n3\n");
    assert_eq!(lower, [[(0, 1.0), (1, 2.0)], [(0, 2.0), (1, 3.0)]]);
    let skew = read("%%MatrixMarket matrix array integer skew-symmetric\n3 3\n1\n2\n+3\n");
    assert_eq!(skew, [[(1, -1.0), (2, -2.0)], [(0, 1.0), (2, -3.0)], [(0, 2.0), (1, 3.0)]]);
    assert!(read("%%MatrixMarket matrix array real general\n0 7\n").is_empty());
    let wide = read("%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 99999999999999999999\n");
    assert_eq!(wide, [[(0, 1e20)]]);
}

#[test]
fn a_wrong_file_is_refused_at_its_line() {
    let real = "%%MatrixMarket matrix coordinate real general\n";
    let symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
    let integer = "%%MatrixMarket matrix coordinate integer general\n";
    let pattern = "%%MatrixMarket matrix coordinate pattern general\n";
    let array = "%%MatrixMarket matrix array real general\n";
    let cases = [
        (String::new(), "line 1: "),
        ("nothing of the kind\n1 1 1\n1 1 1\n".to_string(), "line 1: "),
        (
            "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n".to_string(),
            "line 1: entries are complex",
        ),
        (format!("{real}3 3\n1 1 1.0\n"), "line 2: expected 3 whole numbers"),
        (format!("{real}% a comment\n3 3 -1\n"), "line 3: expected 3 whole numbers"),
        (format!("{real}3 3 2\n1 1 1.0\n4 1 1.0\n"), "line 4: row 4 of a matrix of 3 rows"),
        (format!("{real}3 3 2\n1 1 1.0\n1 0 1.0\n"), "line 4: column 0 of a matrix of 3 columns"),
        (format!("{real}3 3 2\n1 1 1.0\n\n2 two 1.0\n"), "line 5: `2 two 1.0` names no row and column"),
        (format!("{real}3 3 2\n1 1 1.0\n2 1 one\n"), "line 4: `2 1 one` does not match the declared format"),
        (format!("{real}3 3 2\n1 1 1.0\n"), "line 3: expected 2 entries, found 1"),
        (format!("{real}3 3 1\n1 1 1.0\n2 2 1.0\n"), "line 4: expected 1 entries, found 2"),
        (format!("{symmetric}3 2 1\n1 1 1.0\n"), "line 2: a symmetric matrix of 3 rows and 2 columns"),
        (format!("{symmetric}3 3 1\n1 2 1.0\n"), "line 3: row 1, column 2, where a symmetric file"),
        // Numbers beyond 64 bits, and at their border.
        (
            format!("{real}18446744073709551616 1 1\n1 1 1.0\n"),
            "line 2: 18446744073709551616 is larger than any matrix",
        ),
        (format!("{real}1 1 18446744073709551616\n1 1 1.0\n"), "line 2: 18446744073709551616 is larger than any"),
        (format!("{real}3 3 1\n18446744073709551616 1 1.0\n"), "line 3: row 18446744073709551616 of a matrix of 3"),
        (format!("{real}3 3 1\n1 {} 1.0\n", "9".repeat(50)), "line 3: column 99999999999999999999999999999999999999"),
        (format!("{real}3 3 1\n9223372036854775808 1 1.0\n"), "line 3: row 9223372036854775808 of a matrix of 3"),
        (format!("{real}3 3 9223372036854775808\n1 1 1.0\n"), "line 3: expected 922337203685"),
        (format!("{array}9223372036854775808 9223372036854775808\n1.0\n"), "line 3: expected 8"),
        // Numbers that are none, or not of the kind that is promised.
        (format!("{real}3 3 1\n-1 1 1.0\n"), "line 3: `-1 1 1.0` names no row and column"),
        (format!("{real}3 3 1\n1.5 1 1.0\n"), "line 3: `1.5 1 1.0` names no row and column"),
        (format!("{real}3 3.5 1\n1 1 1.0\n"), "line 2: expected 3 whole numbers"),
        (format!("{integer}3 3 1\n1 1 2.5\n"), "line 3: `2.5` is not an integer"),
        (format!("{integer}3 3 1\n1 1 -\n"), "line 3: `-` is not an integer"),
        // Fields that are missing, or too many.
        (format!("{real}3 3 1\n1 1\n"), "line 3: `1 1` gives no value"),
        (format!("{real}3 3 1\n1\n"), "line 3: `1` names no row and column"),
        (format!("{real}3 3 1\n1 1 1.0 0.0\n"), "line 3: `1 1 1.0 0.0` does not match the declared format"),
        (format!("{pattern}3 3 1\n1 1 1.0\n"), "line 3: `1 1 1.0` does not match the declared format"),
        (format!("{array}1 2\n1.0 2.0\n"), "line 3: `1.0 2.0` does not match the declared format"),
        // Entries or whole lines that are missing, or too many.
        (format!("{real}3 3 2\n"), "line 2: expected 2 entries, found 0"),
        (format!("{real}3 3 0\n1 1 1.0\n"), "line 3: expected 0 entries, found 1"),
        (format!("{array}2 1\n1\n2\n3\n"), "line 5: expected 2 entries, found 3"),
        (format!("{array}2 2\n1\n2\n3\n"), "line 5: expected 4 entries, found 3"),
        (real.to_string(), "line 2: expected 3 whole numbers"),
        (format!("{real}% a comment alone\n"), "line 3: expected 3 whole numbers"),
        // Headers.
        (
            "%%MatrixMarket matrix coordinate real\n1 1 0\n".to_string(),
            "line 1: `%%MatrixMarket matrix coordinate real`",
        ),
        ("%%MatrixMarket matrix list real general\n1 1 0\n".to_string(), "line 1: `list` is neither"),
        ("%%MatrixMarket matrix array half general\n1 1\n1\n".to_string(), "line 1: `half` is none of"),
        ("%%MatrixMarket matrix array real hermitian\n1 1\n1\n".to_string(), "line 1: `hermitian` is none of"),
        ("%%MatrixMarket matrix array pattern general\n1 1\n1\n".to_string(), "line 1: a pattern, which has no values"),
    ];
    for (text, wanted) in cases {
        let error = SparseMatrix::from_market(&text).expect_err(&text).to_string();
        assert!(error.starts_with(&format!("Matrix Market {wanted}")), "{text}\n{error}");
    }
    let huge = SparseMatrix::from_market(&format!("{real}9223372036854775808 2 0\n")).unwrap_err();
    assert!(
        huge.to_string()
            .starts_with("rows of a sparse matrix: 9223372036854775808 given"),
        "{huge}"
    );
}

#[test]
fn entries_that_cannot_be_are_refused() {
    let outside = SparseMatrix::new(2, 3, [(1, 3, 1.0)]).unwrap_err().to_string();
    assert!(outside.starts_with("the entry at row 1, column 3 (from 0) is outside a matrix of 2 rows"), "{outside}");
    let large = SparseMatrix::new(2, 3, [(1, 2, 1e300)]).unwrap_err().to_string();
    assert!(large.starts_with("the entry at row 1, column 2 (from 0) is 1e300, and 32 bits hold 3.4"), "{large}");
    let many = SparseMatrix::new(1 << 40, 3, []).unwrap_err().to_string();
    assert!(many.starts_with("rows of a sparse matrix: 1099511627776 given"), "{many}");
    assert!(
        SparseMatrix::new(1, 1, [(0, 0, f64::NAN)])
            .unwrap()
            .row(0)
            .all(|(_, value)| value.is_nan())
    );
}
