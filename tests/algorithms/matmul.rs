//! Matrix products: known ones, awkward sizes and values, every rung; what is refused; as many passes as the
//! book says.

use crate::machine::device;
use gristmill::algorithms::matmul::{self, reference};
use gristmill::{Device, Era, Error, Layout, Result, Stream, random};

type Product = fn(&Device, &Stream<f32>, &Stream<f32>) -> Result<Stream<f32>>;

const RUNGS: [(&str, Era, Product); 9] = [
    ("fragment", Era::Fragment, matmul::fragment),
    ("fragment_blocked", Era::Fragment, matmul::fragment_blocked),
    ("fragment_packed", Era::Fragment, matmul::fragment_packed),
    ("fragment_wide", Era::Fragment, matmul::fragment_wide),
    ("compute", Era::Compute, matmul::compute),
    ("compute_plain", Era::Compute, matmul::compute_plain),
    ("compute_tiled", Era::Compute, matmul::compute_tiled),
    ("compute_registers", Era::Compute, matmul::compute_registers),
    ("compute_blocks", Era::Compute, matmul::compute_blocks),
];

/// Every rung on the driver, where it has the era.
fn each_rung(test: impl Fn(&str, &Device, Product)) {
    for (name, era, product) in RUNGS {
        if let Some(device) = device(era) {
            test(name, &device, product);
        }
    }
}

/// The product of `a`, of so many rows and columns, and `b`, of so many columns.
fn multiply(device: &Device, product: Product, sizes: [usize; 3], a: &[f32], b: &[f32]) -> Result<Stream<f32>> {
    let [rows, inner, columns] = sizes;
    product(device, &device.stream_of([inner, rows], a)?, &device.stream_of([columns, inner], b)?)
}

/// Small whole numbers: every product of such matrices is a float exactly, in whatever order it is added up.
fn whole(count: usize, column: u32) -> Vec<f32> {
    (0..count as u32)
        .map(|i| (random::word(3, i, column) % 17) as f32 - 8.0)
        .collect()
}

fn rounded(sums: Vec<f64>) -> Vec<f32> {
    sums.into_iter().map(|sum| sum as f32).collect()
}

#[test]
fn whole_numbers_are_exact_for_any_sizes() {
    let sides = [1, 2, 3, 4, 5, 7, 8, 13, 17];
    let mut sizes: Vec<[usize; 3]> = sides.iter().map(|&side| [side; 3]).collect();
    // Thin ones, primes, and one more or less than a tile, a block and a range.
    sizes.extend([[1, 1, 300], [300, 1, 1], [1, 300, 1], [2, 1, 129], [31, 37, 41], [127, 9, 131], [129, 8, 128]]);
    sizes.extend([[130, 129, 7], [16, 16, 16], [17, 15, 33], [64, 65, 66], [3, 4095, 2], [2, 4096, 3], [1, 4099, 5]]);
    each_rung(|name, device, product| {
        for &[rows, inner, columns] in &sizes {
            let (a, b) = (whole(rows * inner, 0), whole(inner * columns, 1));
            let wanted = rounded(reference([rows, inner, columns], &a, &b));
            let given = multiply(device, product, [rows, inner, columns], &a, &b).unwrap();
            assert_eq!(given.shape().extents(), [columns, rows], "{name}");
            assert!(given.read().unwrap() == wanted, "{name} of {rows}x{inner} times {inner}x{columns}");
        }
    });
}

#[test]
fn a_sum_longer_than_a_driver_loops_is_complete() {
    let Some(device) = device(Era::Compute) else { return };
    for (name, _, product) in RUNGS.iter().filter(|(_, era, _)| *era == Era::Compute) {
        let ones = vec![1.0; 150_001];
        let sum = multiply(&device, *product, [1, ones.len(), 1], &ones, &ones).unwrap();
        assert_eq!(sum.read().unwrap(), [150_001.0], "{name}");
    }
    // More rows and columns than a texture has.
    let (column, row) = (whole(20_011, 0), whole(20_011, 1));
    for (a, b, sizes) in [(&column[..], &row[..1], [20_011, 1, 1]), (&column[..1], &row[..], [1, 1, 20_011])] {
        for (name, _, product) in RUNGS.iter().filter(|(_, era, _)| *era == Era::Compute) {
            let given = multiply(&device, *product, sizes, a, b).unwrap().read().unwrap();
            assert!(given == rounded(reference(sizes, a, b)), "{name} of {sizes:?}");
        }
    }
}

/// In the fragment era a texture's side bounds a sum. The longest one is complete, or is refused with both
/// numbers.
#[test]
fn the_longest_sum_of_a_texture_is_complete_or_refused() {
    let Some(device) = device(Era::Fragment) else { return };
    let side = device.limits().texture_side;
    let ones = vec![1.0; side];
    for (name, _, product) in RUNGS.iter().filter(|(_, era, _)| *era == Era::Fragment) {
        match multiply(&device, *product, [1, side, 1], &ones, &ones) {
            Ok(sum) => assert_eq!(sum.read().unwrap(), [side as f32], "{name}"),
            Err(error) => {
                let said = error.to_string();
                assert!(
                    said.ends_with("use matmul::fragment_blocked") && *name != "fragment_blocked",
                    "{name}: {said}"
                );
                assert!(matches!(error, Error::Limit { given, limit, .. } if given > limit), "{name}: {said}");
            }
        }
        let ones = vec![1.0; side + 1];
        let longer = multiply(&device, *product, [1, side + 1, 1], &ones, &ones).err().unwrap();
        assert!(matches!(longer, Error::Limit { .. }), "{name}: {longer}");
    }
}

#[test]
fn nothing_times_nothing_is_nothing_or_zeros() {
    each_rung(|name, device, product| {
        for [rows, inner, columns] in [[0, 0, 0], [0, 3, 2], [2, 3, 0], [2, 0, 3], [1, 0, 1]] {
            let (a, b) = (vec![1.0; rows * inner], vec![1.0; inner * columns]);
            let given = multiply(device, product, [rows, inner, columns], &a, &b).unwrap();
            assert_eq!(given.read().unwrap(), vec![0.0; rows * columns], "{name} of {rows}x{inner}x{columns}");
        }
    });
}

#[test]
fn one_nan_spoils_its_row_and_an_infinity_spoils_nothing_else() {
    let [rows, inner, columns] = [11, 13, 10];
    each_rung(|name, device, product| {
        let (mut a, mut b) = (vec![1.0; rows * inner], vec![1.0; inner * columns]);
        a[4 * inner + 12] = f32::NAN;
        b[2 * columns + 9] = f32::INFINITY;
        let given = multiply(device, product, [rows, inner, columns], &a, &b)
            .unwrap()
            .read()
            .unwrap();
        for (i, given) in given.into_iter().enumerate() {
            let (row, column) = (i / columns, i % columns);
            let right = match (row, column) {
                (4, _) => given.is_nan(),
                (_, 9) => given == f32::INFINITY,
                _ => given == 13.0,
            };
            assert!(right, "{name}: row {row}, column {column} is {given}");
        }
    });
}

#[test]
fn the_identity_changes_no_bit() {
    let (rows, columns) = (37, 23);
    let numbers: Vec<f32> = (0..rows * columns).map(|i| random::uniform(1, i as u32, 0) - 0.5).collect();
    let identity = |side: usize| -> Vec<f32> { (0..side * side).map(|i| f32::from(i / side == i % side)).collect() };
    each_rung(|name, device, product| {
        let left = multiply(device, product, [rows, rows, columns], &identity(rows), &numbers).unwrap();
        let right = multiply(device, product, [rows, columns, columns], &numbers, &identity(columns)).unwrap();
        assert!(left.read().unwrap() == numbers && right.read().unwrap() == numbers, "{name}");
    });
}

#[test]
fn sums_are_within_the_bound() {
    for [rows, inner, columns] in [[5, 1, 7], [33, 1000, 20], [9, 5003, 6]] {
        let numbers = |count: usize, column: u32| -> Vec<f32> {
            (0..count as u32).map(|i| random::uniform(9, i, column) * 2.0 - 1.0).collect()
        };
        let (a, b) = (numbers(rows * inner, 0), numbers(inner * columns, 1));
        let absolute = |numbers: &[f32]| numbers.iter().map(|x| x.abs()).collect::<Vec<_>>();
        let wanted = reference([rows, inner, columns], &a, &b);
        let largest = reference([rows, inner, columns], &absolute(&a), &absolute(&b));
        each_rung(|name, device, product| {
            let given = multiply(device, product, [rows, inner, columns], &a, &b)
                .unwrap()
                .read()
                .unwrap();
            for (i, given) in given.into_iter().enumerate() {
                let (error, bound) =
                    ((f64::from(given) - wanted[i]).abs(), inner as f64 * 2.0_f64.powi(-23) * largest[i]);
                assert!(error <= bound, "{name} of {rows}x{inner}x{columns}: element {i} is off by {error} > {bound}");
            }
        });
    }
}

#[test]
fn passes_are_as_many_as_promised() {
    let passes = |device: &Device, product: Product, inner: usize| {
        let ones = vec![1.0; inner];
        device
            .trace(|| multiply(device, product, [1, inner, 1], &ones, &ones))
            .unwrap()
            .1
            .passes()
    };
    if let Some(device) = device(Era::Fragment) {
        for inner in (4..=12).map(|power| 1 << power).flat_map(|inner| [inner - 1, inner, inner + 1]) {
            assert_eq!(passes(&device, matmul::fragment, inner), 1);
            assert_eq!(passes(&device, matmul::fragment_blocked, inner), inner.div_ceil(64), "{inner}");
            assert_eq!(passes(&device, matmul::fragment_packed, inner), 4);
            assert_eq!(passes(&device, matmul::fragment_wide, inner), 4);
        }
    }
    if let Some(device) = device(Era::Compute) {
        for inner in [16, 1000, 4096] {
            assert_eq!(passes(&device, matmul::compute_plain, inner), 1);
            assert_eq!(passes(&device, matmul::compute_tiled, inner), 1);
            assert_eq!(passes(&device, matmul::compute_blocks, inner), 1);
            assert_eq!(passes(&device, matmul::compute_registers, inner), 3);
        }
    }
}

#[cfg(feature = "emulator")]
#[test]
fn no_rung_has_findings() {
    for (name, era, product) in RUNGS {
        let device = Device::emulator(era).unwrap();
        for [rows, inner, columns] in [[1, 1, 1], [9, 6, 11], [17, 33, 18], [3, 5, 130]] {
            let (a, b) = (whole(rows * inner, 0), whole(inner * columns, 1));
            let given = multiply(&device, product, [rows, inner, columns], &a, &b)
                .unwrap()
                .read()
                .unwrap();
            assert!(given == rounded(reference([rows, inner, columns], &a, &b)), "{name}");
            assert_eq!(device.findings().unwrap(), [], "{name}");
        }
    }
}

#[test]
fn what_cannot_be_multiplied_is_refused() {
    each_rung(|name, device, product| {
        let refused = |a: &Stream<f32>, b: &Stream<f32>| product(device, a, b).err().unwrap().to_string();
        let (six, flat) = (device.stream_of([3, 2], &[1.0; 6]).unwrap(), device.stream(&[1.0; 6]).unwrap());
        let message = "matmul: a has 3 columns and b has 2 rows; give b as many rows as a has columns";
        assert_eq!(refused(&six, &six), message, "{name}");
        assert_eq!(refused(&flat, &six), "matmul: a has 1 dimensions; give it as [columns, rows]", "{name}");
        assert_eq!(refused(&six, &flat), "matmul: b has 1 dimensions; give it as [columns, rows]", "{name}");
        let layout = if device.era() == Era::Fragment { Layout::Linear } else { Layout::Packed };
        let foreign = device.stream_in(layout, [2, 3], &[1.0; 6]).unwrap();
        assert!(refused(&six, &foreign).starts_with("matmul: b has Layout::"), "{name}");
    });
}
