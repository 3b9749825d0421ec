//! The ways of 2005 on streams in rectangle textures: the results of ordinary textures, to the bit.

use crate::machine::chosen;
use gristmill::algorithms::{Algorithm, Rung, TABLE, Workload};
use gristmill::{Device, Era, MachineChoice};

/// No element, one, odd ones, those of one row, and several rows with padding.
const SIZES: [usize; 6] = [0, 1, 7, 64, 65, 1_021];

/// Ways that calculate with the interpolated place itself, not only read there. llvmpipe's place from 0 to 1 is off by
/// a rounding where the one in texels is exact, so only the reference judges these on a driver.
const OF_THE_PLACE: [&str; 2] = ["fluid", "mandelbrot"];

fn ways_of_2005() -> impl Iterator<Item = (&'static Algorithm, &'static Rung)> {
    let of_algorithm = |algorithm: &'static Algorithm| algorithm.ways().map(move |rung| (algorithm, rung));
    TABLE
        .iter()
        .flat_map(of_algorithm)
        .filter(|(_, rung)| rung.name.ends_with("_2005"))
}

/// Returns the bits of every number that the host reads while a way runs and is checked, or the error.
fn read_numbers(device: &Device, rung: &Rung, size: usize) -> Result<Vec<u64>, String> {
    device.note_reads(true);
    let checked = (rung.prepare)(device, &Workload::new(size, 1)).and_then(|mut trial| trial.check());
    let numbers = device.note_reads(false);
    let check = checked.map_err(|error| error.to_string())?;
    if !check.passed() {
        return Err(format!("error {} of {}", check.error, check.bound));
    }
    Ok(numbers.into_iter().map(f64::to_bits).collect())
}

/// Compares all ways on a machine; returns how many results were equal.
fn compare_layouts(choice: MachineChoice, faults: &mut Vec<String>) -> usize {
    let Some(planes) = chosen(choice, Era::Fragment) else { return 0 };
    let rectangles = planes.with_rectangles(true);
    let mut equal = 0;
    for (algorithm, rung) in ways_of_2005() {
        for size in SIZES {
            let one = read_numbers(&planes, rung, size);
            let other = read_numbers(&rectangles, rung, size);
            let name = format!("{} {} of {size} on {}", algorithm.name, rung.name, planes.info().name);
            match (one, other) {
                (Ok(one), Ok(other)) if one == other => equal += 1,
                (Ok(_), Ok(_)) if choice == MachineChoice::Driver && OF_THE_PLACE.contains(&algorithm.name) => {}
                (Err(one), Err(other)) if one == other => equal += 1,
                (Ok(one), Ok(other)) => {
                    let differ = one.iter().zip(&other).filter(|(one, other)| one != other).count();
                    faults.push(format!("{name}: {differ} of {} numbers differ", one.len()));
                }
                (one, other) => faults.push(format!("{name}: {:?} and {:?}", one.err(), other.err())),
            }
        }
    }
    equal
}

#[test]
fn the_ways_of_2005_have_the_same_results_in_rectangles() {
    let mut faults = vec![];
    for choice in [MachineChoice::Emulator, MachineChoice::Driver] {
        let equal = compare_layouts(choice, &mut faults);
        println!("{choice:?}: {equal} results of {} ways equal", ways_of_2005().count());
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
