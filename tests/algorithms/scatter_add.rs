//! Scatter-add: floats within their bound, crowds at one place, whole numbers bit for bit, bad input.

use crate::machine;
use gristmill::algorithms::scatter_add::{self, compute_fixed};
use gristmill::algorithms::sort;
use gristmill::{Device, Era, Pointer, Result, Stream, random};

type ScatterAdd = fn(&Device, &Stream<f32>, &Stream<Pointer>, usize) -> Result<Stream<f32>>;

const RUNGS: [(&str, Era, ScatterAdd); 4] = [
    ("fragment", Era::Fragment, scatter_add::fragment),
    ("fragment_sort", Era::Fragment, scatter_add::fragment_sort),
    ("compute", Era::Compute, scatter_add::compute),
    ("compute_fixed", Era::Compute, |device, source, places, count| compute_fixed(device, source, places, count, 20)),
];

fn sums(device: &Device, rung: ScatterAdd, source: &[f32], places: &[Pointer], count: usize) -> Vec<f32> {
    let (source, places) = (device.stream(source).unwrap(), device.stream(places).unwrap());
    rung(device, &source, &places, count).unwrap().read().unwrap()
}

/// Returns how far a sum may lie from the truth, by rung. An addition rounds by 2^-24 of its
/// result.
fn bound(name: &str, elements: &[f32], all: &[f32]) -> f64 {
    let absolute = |elements: &[f32]| elements.iter().map(|element| f64::from(element.abs())).sum::<f64>();
    let rounds = |additions: usize, absolute: f64| additions as f64 * absolute * 2.0_f64.powi(-24);
    match name {
        // Two prefix sums by a tree, and their difference.
        "fragment_sort" => rounds(2 * (2 * all.len().next_power_of_two().ilog2() as usize + 1) + 2, absolute(all)),
        // Half a unit for each element, and the sum rounded once to a float.
        "compute_fixed" => elements.len() as f64 * 2.0_f64.powi(-21) + rounds(2, absolute(elements)),
        _ => rounds(elements.len() + 1, absolute(elements)),
    }
}

#[test]
fn floats_are_within_their_bound() {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        for (size, count) in [(1, 1), (100, 7), (4097, 300), (5000, 1), (20_000, 777)] {
            let source: Vec<f32> = (0..size).map(|i| random::uniform(1, i, 0) * 2.0 - 1.0).collect();
            let places: Vec<Pointer> = (0..size)
                .map(|i| Pointer::to(random::word(2, i, 0) as usize % (count + 1)))
                .collect();
            let wanted = scatter_add::reference(&source, &places, count);
            for (place, (given, wanted)) in sums(&device, rung, &source, &places, count).iter().zip(wanted).enumerate()
            {
                let here = source.iter().zip(&places).filter(|(_, at)| at.target() == Some(place));
                let elements: Vec<f32> = here.map(|(element, _)| *element).collect();
                let (error, bound) = (f64::from((given - wanted).abs()), bound(name, &elements, &source));
                assert!(error <= bound, "{name} of {size}: place {place} has {given}, not {wanted}: {error} > {bound}");
            }
        }
    }
}

#[test]
fn everything_may_meet_at_one_place() {
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let crowd = vec![Pointer::to(2); 2000];
        assert_eq!(sums(&device, rung, &vec![1.0; 2000], &crowd, 4), [0.0, 0.0, 2000.0, 0.0], "{name}");
    }
}

#[test]
fn what_goes_nowhere_is_not_added() {
    let places = [Pointer::NOWHERE, Pointer::to(3), Pointer::to(1), Pointer::to(usize::MAX), Pointer::to(1 << 31)];
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        assert_eq!(sums(&device, rung, &[1.0, 2.0, 4.0, 8.0, 16.0], &places, 3), [0.0, 4.0, 0.0], "{name}");
        assert_eq!(sums(&device, rung, &[1.0; 5], &places, 0), [0.0; 0], "{name}");
        assert_eq!(sums(&device, rung, &[], &[], 2), [0.0; 2], "{name}");
    }
}

#[test]
fn a_nan_is_seen_at_its_place_or_counts_as_nothing() {
    let places = [1, 0, 1, 2].map(Pointer::to);
    let source = [1.0, 2.0, f32::NAN, 3.0];
    for (name, era, rung) in RUNGS {
        let Some(device) = machine::device(era) else { continue };
        let sums = sums(&device, rung, &source, &places, 3);
        assert_eq!(sums[0], 2.0, "{name}");
        match name {
            "compute_fixed" => assert_eq!(sums[1..], [1.0, 3.0]),
            "fragment_sort" => assert!(sums[1].is_nan() && sums[2].is_nan()),
            _ => assert!(sums[1].is_nan() && sums[2] == 3.0, "{name}"),
        }
    }
}

#[test]
fn fixed_sums_are_rounded_clamped_and_limited() {
    let Some(device) = machine::device(Era::Compute) else { return };
    let (source, places) = (device.stream(&[0.3, 0.3, 1e30]).unwrap(), [0, 0, 1].map(Pointer::to));
    let places = device.stream(&places).unwrap();
    let sums = compute_fixed(&device, &source, &places, 2, 2).unwrap().read().unwrap();
    assert_eq!(sums, [0.5, 2_147_483_520.0 / 4.0]);
    let error = compute_fixed(&device, &source, &places, 2, 31).err().unwrap();
    assert_eq!(error.to_string(), "fraction bits: 31 given, the limit is 30; scale the elements instead");
}

#[test]
fn passes_are_as_many_as_promised() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    for power in 4..=12 {
        let size = 1 << power;
        let (source, keys) = (device.stream(&vec![1.0; size]).unwrap(), device.stream(&vec![0_u32; size]).unwrap());
        let places = device.stream(&(0..size).map(Pointer::to).collect::<Vec<_>>()).unwrap();
        let passes = |rung: ScatterAdd| device.trace(|| rung(&device, &source, &places, size)).unwrap().1.passes();
        assert_eq!(passes(scatter_add::fragment), 1);
        // The sort's passes, the scan's 2 k - 1, and three.
        let sorted = device.trace(|| sort::fragment_rows(&device, &keys, &keys)).unwrap().1.passes();
        assert_eq!(passes(scatter_add::fragment_sort), sorted + 2 * power + 2);
    }
}

#[cfg(feature = "emulator")]
#[test]
fn the_emulator_finds_nothing() {
    for (name, era, rung) in RUNGS {
        let device = Device::emulator(era).unwrap();
        let places: Vec<Pointer> = (0..300).map(|i| Pointer::to(random::word(5, i, 0) as usize % 20)).collect();
        let wanted = scatter_add::reference(&[1.0; 300], &places, 18);
        assert_eq!(sums(&device, rung, &[1.0; 300], &places, 18), wanted, "{name}");
        assert_eq!(device.findings().unwrap(), [], "{name}");
    }
}
