//! The pages on linear algebra.

use super::{NUMBERS, floats, shows};
use gristmill::algorithms::conjugate_gradient::{self, Goal};
use gristmill::algorithms::double_single::joined;
use gristmill::algorithms::fft::{self, Direction};
use gristmill::algorithms::refine;
use gristmill::algorithms::spmv::{self, Rows, SparseMatrix};
use gristmill::algorithms::{gather, jacobi, matmul, multigrid, reduce, transpose};
use gristmill::{Device, Kernel, Pointer, Result, Stream, fragment_kernel};

/// Returns a number with two decimals if it is not whole, and with no sign before a zero.
fn rounded(number: impl Into<f64>) -> String {
    let text = format!("{:.2}", number.into());
    let text = text.trim_end_matches(".00");
    if text == "-0" { "0".into() } else { text.into() }
}

#[test]
fn matmul_of_eight() {
    shows("linear_algebra/matmul", |device, block| {
        let b = [1.0, 2.0, 0.0, 1.0, 2.0, 0.0, 1.0, 3.0];
        for (row, numbers) in floats().chunks(4).enumerate() {
            block.line(format!("a, row {row}"), numbers);
        }
        for column in 0..2 {
            block.line(format!("b, column {column}"), b.iter().skip(column).step_by(2));
        }
        let (a, b) = (device.stream_of([4, 2], &floats())?, device.stream_of([2, 4], &b)?);
        let kernel = device.kernel(&fragment_kernel!("linear_algebra/matmul"))?;
        let mut sums: Stream<f32> = device.empty([2, 2])?;
        for product in 0..4 {
            let mut next = device.empty([2, 2])?;
            let call = kernel.call().uniform("first", product).uniform("last", product + 1);
            let call = call.gather("a", &a).gather("b", &b).input("sums", &sums);
            call.output("result", &mut next).run()?;
            sums = next;
            let products = if product == 0 { "product" } else { "products" };
            block.line(format!("sums of {} {products}", product + 1), sums.read()?);
        }
        assert_eq!(sums.read()?, matmul(device, &a, &b)?.read()?);
        Ok(())
    });
}

#[test]
fn transpose_of_eight() {
    shows("linear_algebra/transpose", |device, block| {
        for (row, numbers) in NUMBERS.chunks(4).enumerate() {
            block.line(format!("row {row}"), numbers);
        }
        block.line("in memory", NUMBERS);
        let once = transpose(device, &device.stream_of([4, 2], &floats())?)?;
        block.line("transposed", once.read()?);
        let places = device.stream_of([4, 2], &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])?;
        block.line("came from place", transpose(device, &places)?.read()?);
        block.line("transposed twice", transpose(device, &once)?.read()?);
        Ok(())
    });
}

#[test]
fn spmv_of_eight() {
    shows("linear_algebra/spmv", |device, block| {
        let entries =
            [(0, 0, 3.0), (0, 2, 1.0), (0, 3, 7.0), (2, 1, 5.0), (3, 0, 4.0), (3, 1, 1.0), (3, 2, 6.0), (3, 3, 3.0)];
        let x = device.stream(&[1.0, 2.0, 3.0, 4.0])?;
        block.line("row of the entry", entries.map(|(row, _, _)| row));
        block.line("its column", entries.map(|(_, column, _)| column));
        block.line("its value", entries.map(|(_, _, value)| value));
        let columns = device.stream(&entries.map(|(_, column, _)| Pointer::to(column)))?;
        block.line("x at its column", gather(device, &x, &columns)?.read()?);
        // A matrix with a row for each entry has the products as its result.
        let alone = (0..).zip(entries).map(|(row, (_, column, value))| (row, column, value));
        let alone = SparseMatrix::new(8, 4, alone)?;
        block.line("product", spmv::fragment(device, &Rows::new(device, &alone)?, &x)?.read()?);
        // After k passes a row has the sum of its first k entries.
        for passes in 1..=4 {
            let first = (0..4).flat_map(|row| entries.into_iter().filter(move |entry| entry.0 == row).take(passes));
            let first = Rows::new(device, &SparseMatrix::new(4, 4, first)?)?;
            let sums = spmv::fragment_passes(device, &first, &x)?.read()?;
            let noun = if passes == 1 { "pass" } else { "passes" };
            block.line(format!("rows after {passes} {noun}"), &sums);
        }
        let whole = SparseMatrix::new(4, 4, entries)?;
        let result = spmv::fragment_passes(device, &Rows::new(device, &whole)?, &x)?.read()?;
        assert_eq!(result.iter().copied().map(f64::from).collect::<Vec<_>>(), spmv::reference(&whole, &x.read()?));
        Ok(())
    });
}

#[test]
fn jacobi_of_eight() {
    shows("linear_algebra/jacobi", |device, block| {
        let b = [0.0, 0.0, 0.0, 256.0, 0.0, 0.0, 0.0, 0.0];
        block.line("b", b);
        let (b, x) = (device.stream_of([8, 1], &b)?, device.empty([8, 1])?);
        for sweeps in 1..=4 {
            let noun = if sweeps == 1 { "sweep" } else { "sweeps" };
            block.line(format!("{sweeps} {noun}"), jacobi(device, sweeps, &b, &x)?.read()?);
        }
        let last = jacobi(device, 20, &b, &x)?.read()?;
        block.line("20 sweeps", last.into_iter().map(rounded));
        Ok(())
    });
}

/// Beads on a string: twice each minus its neighbours.
fn beads() -> Result<SparseMatrix> {
    let sides = (0..7).flat_map(|bead| [(bead, bead + 1, -1.0), (bead + 1, bead, -1.0)]);
    SparseMatrix::new(8, 8, (0..8).map(|bead| (bead, bead, 2.0)).chain(sides))
}

#[test]
fn conjugate_gradient_of_eight() {
    shows("linear_algebra/conjugate_gradient", |device, block| {
        let b = [9.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let matrix = Rows::new(device, &beads()?)?;
        block.line("b = r = d", b);
        let step = device.kernel(&fragment_kernel!("linear_algebra/conjugate_gradient"))?;
        let turn = device.kernel(&fragment_kernel!("linear_algebra/conjugate_gradient_turn"))?;
        let [mut direction, mut residual] = [device.stream(&b)?, device.stream(&b)?];
        let mut x = device.empty(8)?;
        let mut squared = reduce::dot(device, &residual, &residual)?;
        for number in 1..=8 {
            let image = spmv::fragment(device, &matrix, &direction)?;
            let curvature = reduce::dot(device, &direction, &image)?;
            let [mut next_x, mut next_residual, mut next_direction] =
                [device.empty(8)?, device.empty(8)?, device.empty(8)?];
            let call = step.call().gather("squared", &squared).gather("curvature", &curvature);
            let call = call.input("direction", &direction).input("image", &image).input("x", &x);
            let call = call.input("residual", &residual).output("next_x", &mut next_x);
            call.output("next_residual", &mut next_residual).run()?;
            let next_squared = reduce::dot(device, &next_residual, &next_residual)?;
            let call = turn.call().gather("squared", &squared).gather("next_squared", &next_squared);
            let call = call.input("direction", &direction).input("residual", &next_residual);
            call.output("next_direction", &mut next_direction).run()?;
            (x, residual, direction, squared) = (next_x, next_residual, next_direction, next_squared);
            if number <= 2 {
                block.line(format!("{number}: A d"), image.read()?.into_iter().map(rounded));
            }
            if number <= 4 || number == 8 {
                block.line(format!("{number}: x"), x.read()?.into_iter().map(rounded));
            }
            if number <= 2 {
                block.line(format!("{number}: r"), residual.read()?.into_iter().map(rounded));
                block.line(format!("{number}: next d"), direction.read()?.into_iter().map(rounded));
            }
        }
        let wanted = conjugate_gradient::reference(matrix.matrix(), &b.map(f64::from))?;
        assert!(
            x.read()?
                .iter()
                .zip(wanted)
                .all(|(x, wanted)| (f64::from(*x) - wanted).abs() < 1e-4)
        );
        Ok(())
    });
}

/// Three rows of three cells.
fn rows(cells: impl IntoIterator<Item = impl Into<f64>>) -> Vec<String> {
    let cells: Vec<String> = cells.into_iter().map(rounded).collect();
    let row = |row: &[String]| row.iter().map(|cell| format!("{cell:>6}")).collect();
    cells.chunks(3).map(row).collect()
}

/// The one cell of the coarse grid, where it lies among the nine.
fn in_the_middle(coarse: &Stream<f32>) -> Result<[String; 3]> {
    let cell = rounded(coarse.read()?[0]);
    Ok([("-", "-", "-"), ("-", cell.as_str(), "-"), ("-", "-", "-")].map(|(a, b, c)| format!("{a:>6}{b:>6}{c:>6}")))
}

/// Half a sweep of a level by the kernel of the page.
fn half(device: &Device, side: i32, colour: i32, x: Option<&Stream<f32>>, b: &Stream<f32>) -> Result<Stream<f32>> {
    let kernel: Kernel = device.kernel(&fragment_kernel!("linear_algebra/multigrid"))?;
    let zeros = device.empty(b.shape())?;
    let mut result = device.empty(b.shape())?;
    let call = kernel.call().uniform("side", side).uniform("origin", [0, 0]);
    let call = call.uniform("colour", colour).uniform("known", x.is_some());
    let call = call.gather("x", x.unwrap_or(&zeros)).gather("b", b);
    call.output("result", &mut result).run()?;
    Ok(result)
}

#[test]
fn multigrid_of_nine() {
    shows("linear_algebra/multigrid", |device, block| {
        let given = [256.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let b = device.stream_of([3, 3], &given)?;
        block.line("b", rows(given));
        let red = half(device, 3, 0, None, &b)?;
        block.line("red cells", rows(red.read()?));
        let black = half(device, 3, 1, Some(&red), &b)?;
        block.line("black cells", rows(black.read()?));

        let mut right = device.empty([1, 1])?;
        let restrict = device.kernel(&fragment_kernel!("linear_algebra/multigrid_restrict"))?;
        let call = restrict
            .call()
            .uniform("side", 3)
            .uniform("fine_origin", [0, 0])
            .uniform("origin", [0, 0]);
        call.gather("x", &black).gather("b", &b).output("result", &mut right).run()?;
        block.line("coarse b", in_the_middle(&right)?);
        let coarse = half(device, 1, 0, None, &right)?;
        block.line("coarse x", in_the_middle(&coarse)?);

        let mut added = device.empty([3, 3])?;
        let prolong = device.kernel(&fragment_kernel!("linear_algebra/multigrid_prolong"))?;
        let call = prolong
            .call()
            .uniform("side", 1)
            .uniform("coarse_origin", [0, 0])
            .uniform("origin", [0, 0]);
        call.gather("coarse", &coarse)
            .gather("x", &black)
            .output("result", &mut added)
            .run()?;
        block.line("added", rows(added.read()?));
        let red = half(device, 3, 0, Some(&added), &b)?;
        block.line("red cells", rows(red.read()?));
        let black = half(device, 3, 1, Some(&red), &b)?;
        block.line("black cells", rows(black.read()?));
        assert_eq!(black.read()?, multigrid(device, 1, &b)?.read()?);
        block.line("two cycles", rows(multigrid(device, 2, &b)?.read()?));
        block.line("exact", rows(multigrid::reference(3, &given)));
        Ok(())
    });
}

#[test]
fn fft_of_eight() {
    shows("linear_algebra/fft", |device, block| {
        let source = floats().map(|number| [number, 0.0]);
        block.line("source", NUMBERS);
        let kernel = device.kernel(&fragment_kernel!("linear_algebra/fft"))?;
        let roots: Vec<[f32; 2]> = (0_u8..8)
            .map(|i| (-std::f64::consts::TAU * f64::from(i) / 8.0).sin_cos())
            .map(|(sin, cos)| [cos as f32, sin as f32])
            .collect();
        let roots = device.stream(&roots)?;
        let mut numbers = device.stream(&source)?;
        let bits = |stream: &Stream<[f32; 2]>| stream.plan().size()[0].ilog2() as i32;
        for (number, span) in [(1, 1), (2, 2), (3, 4)] {
            let mut next = device.empty(8)?;
            let call = kernel
                .call()
                .uniform("points", 8)
                .uniform("span", span)
                .uniform("inverse", false);
            let call = call.uniform("scale", 1.0).uniform("columns", false);
            let call = call.uniform("row_bits", bits(&numbers)).uniform("roots_bits", bits(&roots));
            let call = call.gather("source", &numbers).gather("roots", &roots);
            call.output("result", &mut next).run()?;
            numbers = next;
            let read = numbers.read()?;
            block.line(format!("pass {number}, real"), read.iter().map(|number| rounded(number[0])));
            if number > 1 {
                block.line(format!("pass {number}, imaginary"), read.iter().map(|number| rounded(number[1])));
            }
        }
        let same = numbers.read()?.into_iter().zip(fft::reference(Direction::Forward, 8, &source));
        same.for_each(|(given, wanted)| assert!((f64::from(given[0]) - wanted.re).abs() < 1e-5, "{given:?}, {wanted}"));
        let back = fft::fragment(device, Direction::Inverse, &numbers)?.read()?;
        block.line("back again, real", back.into_iter().map(|number| rounded(number[0])));
        Ok(())
    });
}

#[test]
fn refine_of_eight() {
    shows("linear_algebra/refine", |device, block| {
        let (matrix, b) = (beads()?, device.stream(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])?);
        let rows = Rows::new(device, &matrix)?;
        let goal = Goal { tolerance: 1e-2, iterations: 100 };
        let in_floats = conjugate_gradient::fragment(device, &rows, &b, goal)?.x;
        let add = device.kernel(&fragment_kernel!("linear_algebra/refine_step"))?;
        let added = |size: f32, x: &Stream<[f32; 2]>, correction: &Stream<f32>| -> Result<Stream<[f32; 2]>> {
            let mut next = device.empty(8)?;
            let call = add.call().uniform("size", size).input("x", x).input("correction", correction);
            call.output("result", &mut next).run()?;
            Ok(next)
        };
        let x = added(1.0, &device.empty(8)?, &in_floats)?;

        let entries = || (0..8).flat_map(|row| matrix.row(row));
        let lengths = matrix.lengths().scan(0, |end, length| {
            *end += length as u32;
            Some(*end)
        });
        let offsets = device.stream(&std::iter::once(0).chain(lengths).collect::<Vec<_>>())?;
        let pointers = device.stream(&entries().map(|(column, _)| Pointer::to(column)).collect::<Vec<_>>())?;
        let values = device.stream(&entries().map(|(_, value)| value).collect::<Vec<_>>())?;
        let scale = (1_u32 << 24) as f32; // a power of two changes no digit
        let mut left = device.empty(8)?;
        let rest = device.kernel(&fragment_kernel!("linear_algebra/refine"))?;
        let call = rest.call().uniform("scale", scale).gather("offsets", &offsets);
        let call = call.gather("pointers", &pointers).gather("values", &values).gather("x", &x);
        call.input("b", &b).output("result", &mut left).run()?;
        let correction = conjugate_gradient::fragment(device, &rows, &left, goal)?.x;
        let refined = added(1.0 / scale, &x, &correction)?;

        let wanted = refine::reference(&matrix, &b.read()?.into_iter().map(f64::from).collect::<Vec<_>>())?;
        block.line("bead", ["in floats", "left of b", "correction", "in pairs"]);
        let (left, correction, refined) = (left.read()?, correction.read()?, joined(&refined.read()?));
        for (bead, x) in in_floats.read()?.into_iter().enumerate() {
            let unscaled =
                |number: f32| format!("{:.11}", f64::from(number / scale)).replace("-0.00000000000", "0.00000000000");
            let (left, correction) = (unscaled(left[bead]), unscaled(correction[bead]));
            let (x, refined) = (format!("{x:.11}"), format!("{:.11}", refined[bead]));
            assert_eq!(refined, format!("{:.11}", wanted[bead]));
            block.line(format!("{}", bead + 1), [x, left, correction, refined]);
        }
        Ok(())
    });
}
