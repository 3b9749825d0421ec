//! Segmented scan beyond the table: heads everywhere and nowhere, segments that end where blocks do, numbers
//! that are none, passes, and what is refused.

use crate::machine::device;
use gristmill::algorithms::Algorithm;
use gristmill::algorithms::scan::{self, Number};
use gristmill::algorithms::segmented_scan::{self, reference};
use gristmill::{Device, DeviceKind, Era, Result, Stream, random};

type Rung<T> = (&'static str, Era, fn(&Device, &Stream<T>, &Stream<u32>) -> Result<Stream<T>>);

fn rungs<T: Number>() -> Vec<Rung<T>> {
    vec![
        ("fragment", Era::Fragment, segmented_scan::fragment),
        ("fragment_work_efficient", Era::Fragment, segmented_scan::fragment_work_efficient),
        ("fragment_blocked", Era::Fragment, segmented_scan::fragment_blocked),
        ("compute", Era::Compute, segmented_scan::compute),
        ("compute_blocks", Era::Compute, segmented_scan::compute_blocks),
        ("compute_chunks", Era::Compute, segmented_scan::compute_chunks),
    ]
}

/// A device of each era that there is.
fn devices() -> Vec<Device> {
    Era::ALL.into_iter().filter_map(device).collect()
}

/// Returns the result of every rung, with its name.
fn on_all_rungs<T: Number>(devices: &[Device], numbers: &[T], heads: &[u32]) -> Vec<(&'static str, Vec<T>)> {
    let mut results = Vec::new();
    for (name, era, rung) in rungs::<T>() {
        let Some(device) = devices.iter().find(|device| device.era() == era) else { continue };
        let (source, heads) = (device.stream(numbers).unwrap(), device.stream(heads).unwrap());
        results.push((name, rung(device, &source, &heads).unwrap().read().unwrap()));
    }
    results
}

/// Asserts that every rung gives exactly these numbers.
fn exact(devices: &[Device], numbers: &[u32], heads: &[u32], wanted: &[u32], what: &str) {
    for (name, given) in on_all_rungs(devices, numbers, heads) {
        assert!(given == wanted, "{name} of {} with {what}", numbers.len());
    }
}

#[test]
fn one_segment_is_a_scan_and_single_elements_stay() {
    let devices = devices();
    for size in [0, 1, 2, 9, 255, 256, 257, 4097, 70_001] {
        let numbers: Vec<u32> = (0..size).map(|i| random::word(3, i, 0)).collect();
        let whole = scan::reference(&numbers);
        let mut heads = vec![0; numbers.len()];
        exact(&devices, &numbers, &heads, &whole, "no head");
        if let Some(first) = heads.first_mut() {
            *first = 7; // the first element begins a segment anyway
        }
        exact(&devices, &numbers, &heads, &whole, "one head");
        exact(&devices, &numbers, &vec![1; numbers.len()], &numbers, "heads everywhere");
    }
}

#[test]
fn a_single_head_anywhere() {
    let devices = devices();
    let numbers: Vec<u32> = (0..1100).map(|i| random::word(4, i, 0) % 1000).collect();
    for place in [1, 2, 7, 8, 9, 63, 64, 255, 256, 257, 511, 512, 513, 1023, 1098, 1099] {
        let mut heads = vec![0; numbers.len()];
        heads[place] = u32::MAX; // any flag that is not 0
        let wanted = [scan::reference(&numbers[..place]), scan::reference(&numbers[place..])].concat();
        exact(&devices, &numbers, &heads, &wanted, &format!("a head at {place}"));
    }
}

#[test]
fn segments_of_every_length() {
    let devices = devices();
    for length in [1, 2, 3, 7, 8, 64, 255, 256, 257, 1000, 4096] {
        let numbers: Vec<u32> = (0..9000).map(|i| random::word(5, i, length)).collect();
        let heads: Vec<u32> = (0..9000).map(|i| u32::from(i % length == 0)).collect();
        let wanted: Vec<u32> = numbers.chunks(length as usize).flat_map(scan::reference).collect();
        assert!(reference(&numbers, &heads) == wanted);
        exact(&devices, &numbers, &heads, &wanted, &format!("segments of {length}"));
    }
}

#[test]
fn signed_numbers() {
    let devices = devices();
    let numbers: Vec<i32> = (0..3000).map(|i| random::word(6, i, 0) as i32).collect();
    let heads: Vec<u32> = (0..3000).map(|i| u32::from(random::word(6, i, 1).is_multiple_of(50))).collect();
    for (name, given) in on_all_rungs(&devices, &numbers, &heads) {
        assert!(given == reference(&numbers, &heads), "{name}");
    }
}

#[test]
fn what_is_no_number_stays_in_its_segment() {
    let devices = devices();
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX];
    let numbers: Vec<f32> = (0..5000)
        .map(|i| if i % 97 == 50 { special[i / 97 % 4] } else { (i % 8) as f32 })
        .collect();
    // Every second segment has one of them; the others are sums of small whole numbers, exact in any order.
    let heads: Vec<u32> = (0..5000).map(|i| u32::from(i % 97 == 0 || i % 97 == 70)).collect();
    let wanted = reference(&numbers, &heads);
    for (name, given) in on_all_rungs(&devices, &numbers, &heads) {
        for (at, (given, wanted)) in given.iter().zip(&wanted).enumerate() {
            // f32::MAX swallows what is added to it, in any order.
            let same = given == wanted || (given.is_nan() && wanted.is_nan());
            assert!(same, "{name}: element {at} is {given}, not {wanted}");
        }
    }
}

#[test]
fn passes_are_as_many_as_promised() {
    for (name, era, rung) in rungs::<u32>() {
        let Some(device) = device(era) else { continue };
        for power in 4..=12_usize {
            let (source, heads) =
                (device.stream(&vec![1; 1 << power]).unwrap(), device.stream(&vec![0; 1 << power]).unwrap());
            let given = device.trace(|| rung(&device, &source, &heads)).unwrap().1.passes();
            let wanted = match name {
                "fragment" => power,
                "fragment_work_efficient" => 2 * power - 1,
                "fragment_blocked" => 2 * power.div_ceil(3) - 1,
                "compute_blocks" => 2 * power.div_ceil(8) - 1,
                "compute_chunks" => 3,
                _ => continue, // one of the last two
            };
            assert_eq!(given, wanted, "{name} of 2^{power}");
        }
    }
}

/// llvmpipe ends a lane's loops after 65,535 turns, and says nothing. At one element per turn that was here.
#[test]
fn one_segment_of_sixteen_million() {
    let Some(device) = device(Era::Compute).filter(|device| device.info().kind != DeviceKind::Emulator) else { return };
    let size = 16_773_121;
    let (ones, no_heads) = (device.stream(&vec![1_u32; size]).unwrap(), device.stream(&vec![0_u32; size]).unwrap());
    let given = segmented_scan::compute_chunks(&device, &ones, &no_heads)
        .unwrap()
        .read()
        .unwrap();
    assert!((1..).zip(&given).all(|(count, given)| count == *given));
}

#[test]
fn what_takes_too_many_turns_is_refused() {
    let algorithm = Algorithm::find("segmented_scan").unwrap();
    let chunks = algorithm.rungs.iter().find(|rung| rung.name == "compute_chunks").unwrap();
    // The refusal is by the same number. No device of today has room for so many: a stream has 2^25 at most.
    assert!((chunks.turns)(67_088_384) <= 65_535);
    assert!((chunks.turns)(67_088_385) > 65_535);
}

#[test]
fn too_few_heads_are_refused() {
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = device(era) else { continue };
        let (source, heads) = (device.stream(&[1.0; 20]).unwrap(), device.stream(&[1; 19]).unwrap());
        let error = rung(&device, &source, &heads).err().map(|error| error.to_string());
        let wanted = "segmented_scan: 19 heads given for 20 elements; give a flag for each element";
        assert_eq!(error.as_deref(), Some(wanted), "{name}");
    }
}

#[test]
fn another_layout_is_refused() {
    use gristmill::Layout;
    for (name, era, rung) in rungs::<u32>() {
        let Some(device) = device(era) else { continue };
        let layout = if era == Era::Fragment { Layout::Linear } else { Layout::Packed };
        let [source, heads] = [(); 2].map(|()| device.stream_in(layout, 5000, &vec![1; 5000]).unwrap());
        assert!(rung(&device, &source, &heads).is_err(), "{name}");
    }
}
