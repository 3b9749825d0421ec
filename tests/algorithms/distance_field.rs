//! Distance fields: how often jump flooding errs, passes by the formulas, shapes of known distance, and bad
//! input.

use crate::machine;
use gristmill::algorithms::distance_field::{self, Extra, distance_field, distances, flood, jumps};
use gristmill::{Device, Era, Pointer, Result, Stream, random};

fn exact(device: &Device, seeds: &Stream<u32>) -> Result<Stream<Pointer>> {
    match device.era() {
        Era::Fragment => distance_field::fragment_exact(device, seeds),
        Era::Compute => distance_field::compute_exact(device, seeds),
    }
}

/// So many seeds on a square.
fn scattered(side: usize, count: usize, seed: u32) -> Vec<u32> {
    let mut marks = vec![0; side * side];
    for i in 0..count as u32 {
        marks[random::word(seed, i, 0) as usize % (side * side)] = 1;
    }
    marks
}

/// Rong and Tan found few errors, fewer with an extra jump before, and fewest with two after.
#[test]
fn physics_jump_flooding_seldom_errs() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let (side, fields) = if machine::is_slow(&device) { (64, 1) } else { (256, 4) };
        println!(
            "{era} era: cells of {fields} fields of {side}x{side} whose distance is wrong, in a million; the largest error, in cells"
        );
        println!(
            "{:>8} {:>10} {:>10} {:>10} {:>10} {:>10} {:>8}",
            "seeds", "JFA", "1+JFA", "JFA+1", "JFA+2", "largest", "bound"
        );
        let mut sums = [0; 4];
        for count in [16, 128, 1_024, 4_096] {
            let count = count * side * side / (256 * 256);
            let mut wrong = [0; 4];
            let mut largest = 0.0_f32;
            for field in 0..fields {
                let seeds = device.stream_of([side, side], &scattered(side, count.max(1), 1 + field))?;
                let right = distances(&device, &exact(&device, &seeds)?)?.read()?;
                for (at, extra) in [Extra::None, Extra::Before, Extra::After, Extra::Twice].into_iter().enumerate() {
                    let given = distances(&device, &flood(&device, &seeds, extra)?)?.read()?;
                    let errors = given.iter().zip(&right).map(|(given, right)| given - right);
                    assert!(errors.clone().all(|error| error >= 0.0), "no seed is nearer than the nearest");
                    wrong[at] += errors.clone().filter(|error| *error > 0.0).count();
                    largest = errors.fold(largest, f32::max);
                }
            }
            let cells = fields as usize * side * side;
            let share = wrong.map(|wrong| wrong as f64 * 1e6 / cells as f64);
            let [plain, before, after, twice] = share;
            let bound = 3_000; // in a million
            println!("{count:>8} {plain:>10.0} {before:>10.0} {after:>10.0} {twice:>10.0} {largest:>10.3} {bound:>8}");
            assert!(share.iter().all(|share| *share <= f64::from(bound)));
            assert!(largest < 4.0);
            (0..4).for_each(|at| sums[at] += wrong[at]);
        }
        if !machine::is_slow(&device) {
            assert!(sums[1..].iter().all(|sum| sum * 5 < sums[0]), "{sums:?}: an extra jump must mend most errors");
        }
    }
    Ok(())
}

/// The distance to a disc is that to its centre less its radius, up to the cells' own size.
#[test]
fn physics_the_distance_to_a_disc() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        println!("{era} era: the distance to a disc of cells, against that to a round one");
        println!("{:>8} {:>10} {:>8}", "radius", "difference", "bound");
        for radius in [3.5_f32, 10.25, 25.0] {
            let size = [83, 71];
            let from_centre = |i: usize| ((i % 83) as f32 - 40.0).hypot((i / 83) as f32 - 33.0);
            let disc: Vec<u32> = (0..83 * 71).map(|i| u32::from(from_centre(i) <= radius)).collect();
            let given = distances(&device, &exact(&device, &device.stream_of(size, &disc)?)?)?.read()?;
            let apart = |(i, given): (usize, &f32)| (given - (from_centre(i) - radius).max(0.0)).abs();
            let worst = given.iter().enumerate().map(apart).fold(0.0, f32::max);
            let bound = std::f32::consts::SQRT_2; // the disc's rim is within a cell's diagonal of some cell
            println!("{radius:>8} {worst:>10.3} {bound:>8.3}");
            assert!(worst <= bound);
        }
    }
    Ok(())
}

#[test]
fn passes_are_those_of_the_formulas() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for side in [1, 2, 5, 16, 31, 33] {
            let seeds = device.stream_of([side, side], &scattered(side, side, 1))?;
            for extra in [Extra::None, Extra::Before, Extra::After, Extra::Twice] {
                let (_, trace) = device.trace(|| flood(&device, &seeds, extra))?;
                assert_eq!(trace.passes(), 1 + jumps(side, extra).len());
            }
            let log = side.next_power_of_two().ilog2() as usize;
            let (_, trace) = device.trace(|| exact(&device, &seeds))?;
            assert_eq!(trace.passes(), if era == Era::Fragment { log + 2 } else { 2 }, "of {side}x{side}");
        }
    }
    Ok(())
}

#[test]
fn odd_fields_have_distances_too() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        // No seed: no pointer, and an infinite distance.
        let none = device.stream_of([7, 3], &[0; 21])?;
        for nearest in [distance_field(&device, &none)?, exact(&device, &none)?] {
            assert_eq!(nearest.read()?, [Pointer::NOWHERE; 21]);
            assert_eq!(distances(&device, &nearest)?.read()?, [f32::INFINITY; 21]);
        }
        // Lines of cells, and all seeds.
        for size in [[1, 9], [9, 1]] {
            let seeds = device.stream_of(size, &[0, 0, 1, 0, 0, 0, 0, 9, 0])?;
            for nearest in [distance_field(&device, &seeds)?, exact(&device, &seeds)?] {
                let wanted = [2.0, 1.0, 0.0, 1.0, 2.0, 2.0, 1.0, 0.0, 1.0];
                assert_eq!(distances(&device, &nearest)?.read()?, wanted, "{size:?}");
            }
        }
        let all = device.stream_of([4, 4], &[5; 16])?;
        let itself: Vec<Pointer> = (0..16).map(Pointer::to).collect();
        assert_eq!(distance_field(&device, &all)?.read()?, itself);
        assert_eq!(exact(&device, &all)?.read()?, itself);
        let empty = device.empty::<u32>([0, 0])?;
        assert!(distance_field(&device, &empty)?.is_empty() && exact(&device, &empty)?.is_empty());

        let line = device.empty::<u32>(9)?;
        let error = distance_field(&device, &line).err().unwrap().to_string();
        assert_eq!(error, "distances are those of a grid of columns and rows, the stream is 9; give it two dimensions");
    }
    Ok(())
}
