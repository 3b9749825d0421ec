//! Scatter: where elements meet the last one stays, whatever an element is; lists of a cell; bad input.

use crate::machine;
use gristmill::algorithms::scatter::{self, SLOTS, route};
use gristmill::algorithms::sort;
use gristmill::{Device, Element, Era, Pointer, Result, Stream, random};
use image::Rgba;
use nalgebra::Point3;

type Scatter<T> = fn(&Device, &Stream<T>, &Stream<Pointer>, usize) -> Result<Stream<T>>;

/// The rungs that take any places.
fn rungs<T: Element>() -> [(&'static str, Era, Scatter<T>); 4] {
    [
        ("fragment", Era::Fragment, scatter::fragment),
        ("fragment_sort", Era::Fragment, scatter::fragment_sort),
        ("fragment_stencil", Era::Fragment, scatter::fragment_stencil),
        ("compute", Era::Compute, scatter::compute),
    ]
}

/// Places that `crowd` elements share on average; every 13th goes nowhere, and some beyond the result.
fn places(elements: usize, count: usize, seed: u32) -> Vec<Pointer> {
    let place = |i: u32| match random::word(seed, i, 0) {
        word if word % 13 == 0 => Pointer::NOWHERE,
        word => Pointer::to((word >> 8) as usize % (count + 2)),
    };
    (0..elements as u32).map(place).collect()
}

const SIZES: [(usize, usize); 13] = [
    (0, 0),
    (0, 3),
    (3, 0),
    (1, 1),
    (2, 1),
    (100, 1),
    (7, 1000),
    (255, 31),
    (1000, 1000),
    (1023, 257),
    (4097, 300),
    (4097, 5000),
    (65_537, 30_011),
];

#[test]
fn the_last_of_a_place_stays() {
    for (name, era, rung) in rungs::<u32>() {
        let Some(device) = machine::device(era) else { continue };
        for (seed, (elements, count)) in SIZES.into_iter().enumerate() {
            let places = places(elements, count, seed as u32);
            let source: Vec<u32> = (0..elements as u32).map(|i| random::word(1, i, 1)).collect();
            let result = rung(&device, &device.stream(&source).unwrap(), &device.stream(&places).unwrap(), count);
            let wanted = scatter::reference(&source, &places, count, 0);
            assert_eq!(result.unwrap().read().unwrap(), wanted, "{name} of {elements} to {count}");
        }
    }
}

fn moves<T: Element + PartialEq>(elements: &[T], nothing: T) {
    let places = [2, 0, 5].map(Pointer::to);
    let wanted = scatter::reference(elements, &places, 6, nothing);
    for (name, era, rung) in
        rungs::<T>()
            .into_iter()
            .chain([("compute_store", Era::Compute, scatter::compute_store as _)])
    {
        let Some(device) = machine::device(era) else { continue };
        let source = device.stream(elements).unwrap();
        let result = rung(&device, &source, &device.stream(&places).unwrap(), 6)
            .unwrap()
            .read()
            .unwrap();
        assert_eq!(result, wanted, "{name}");
    }
}

#[test]
fn elements_of_every_kind_are_moved() {
    moves(&[1.5, -0.25, 3e38], 0.0);
    moves(&[1_i32, -2, i32::MIN], 0);
    moves(&[1_u32, 2, u32::MAX], 0);
    moves(&[[1.5, 2.5], [3.5, 4.5], [5.5, 6.5]], [0.0; 2]);
    moves(&[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, -12]], [0; 4]);
    moves(&[1.0, 2.0, 3.0].map(|x| Point3::new(x, x + 0.5, -x)), Point3::origin());
    moves(&[[1, 2, 3, 4], [255, 254, 253, 252], [9, 0, 0, 255]].map(Rgba), Rgba([0; 4]));
}

#[test]
fn lists_have_the_last_elements_first() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    for (seed, (elements, count)) in SIZES.into_iter().enumerate() {
        let places = places(elements, count, 40 + seed as u32);
        let mut wanted = vec![Vec::new(); count];
        for (i, place) in places.iter().enumerate().rev() {
            if let Some(list) = place
                .target()
                .and_then(|place| wanted.get_mut(place))
                .filter(|list| list.len() < SLOTS)
            {
                list.push(i);
            }
        }
        let lists = route(&device, &device.stream(&places).unwrap(), count).unwrap().read().unwrap();
        assert_eq!(lists, wanted, "{elements} to {count}");
    }
}

#[test]
fn a_crowd_does_not_open_its_cell_again() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let places = device.stream(&[Pointer::to(1); 1000]).unwrap();
    assert_eq!(route(&device, &places, 3).unwrap().read().unwrap(), [vec![], vec![999, 998, 997, 996], vec![]]);
}

fn passes_of_sort(device: &Device, size: usize) -> usize {
    let keys = device.stream(&vec![0_u32; size]).unwrap();
    device.trace(|| sort::fragment_rows(device, &keys, &keys)).unwrap().1.passes()
}

#[test]
fn passes_are_as_many_as_promised() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let passes = |rung: Scatter<f32>, size: usize| {
        let source = device.stream(&vec![1.0; size]).unwrap();
        let places: Vec<Pointer> = (0..size).map(Pointer::to).collect();
        let places = device.stream(&places).unwrap();
        device.trace(|| rung(&device, &source, &places, size)).unwrap().1.passes()
    };
    for power in 4..=12 {
        let size = 1 << power;
        assert_eq!(passes(scatter::fragment, size), 1);
        assert_eq!(passes(scatter::fragment_stencil, size), SLOTS + 3);
        assert_eq!(passes(scatter::fragment_sort, size), passes_of_sort(&device, size) + 2);
    }
}

#[test]
fn places_must_be_as_many_as_elements() {
    for (name, era, rung) in rungs::<f32>() {
        let Some(device) = machine::device(era) else { continue };
        let (source, places) = (device.stream(&[1.0, 2.0]).unwrap(), device.stream(&[Pointer::to(0)]).unwrap());
        let error = rung(&device, &source, &places, 2).expect_err(name);
        assert_eq!(error.to_string(), "1 places given for 2 elements; give one for each, or Pointer::NOWHERE");
    }
}

#[cfg(feature = "emulator")]
#[test]
fn the_emulator_finds_nothing_where_places_differ_or_are_claimed() {
    for (name, era, rung) in rungs::<f32>() {
        let device = Device::emulator(era).unwrap();
        let source = device.stream(&[1.0; 300]).unwrap();
        let places = device.stream(&places(300, 40, 3)).unwrap();
        rung(&device, &source, &places, 40).unwrap().read().unwrap();
        assert_eq!(device.findings().unwrap(), [], "{name}");
    }
}

#[cfg(feature = "emulator")]
#[test]
fn the_emulator_finds_stores_that_meet() {
    let device = Device::emulator(Era::Compute).unwrap();
    let source = device.stream(&[1.0, 2.0]).unwrap();
    let places = device.stream(&[Pointer::to(4); 2]).unwrap();
    scatter::compute_store(&device, &source, &places, 5).unwrap();
    let findings = device.findings().unwrap();
    assert!(findings.iter().any(|finding| finding.to_string().contains("race")), "{findings:?}");
}
