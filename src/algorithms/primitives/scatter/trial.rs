//! Trials with places that differ from one another.

use super::{fragment_inverse, inverse, reference};
use crate::algorithms::gather::coordinates;
use crate::algorithms::{Check, Trial, Workload, truncate_mantissas};
use crate::{Device, Pointer, Result, Stream, random};

type ScatterRung = fn(&Device, &Stream<f32>, &Stream<Pointer>, usize) -> Result<Stream<f32>>;

/// Builds places in random order, none twice, for as many elements; about one in sixteen is nowhere, and one in sixteen
/// past the end of the result.
fn build_places(workload: &Workload) -> Vec<Pointer> {
    let size = workload.size;
    let mut places: Vec<usize> = (0..=size + size / 16).collect();
    for i in 0..size {
        let others = (places.len() - i) as u32;
        places.swap(i, i + (random::word(workload.seed, i as u32, 1) % others) as usize);
    }
    let nulls = workload.integers(2, 16);
    places
        .into_iter()
        .zip(nulls)
        .map(|(place, null)| if null == 0 { Pointer::NOWHERE } else { Pointer::to(place) })
        .collect()
}

/// Tries a rung on those places.
pub(super) fn trial(device: &Device, workload: &Workload, rung: ScatterRung) -> Result<Trial> {
    let numbers = workload.floats(0);
    let places = build_places(workload);
    let count = workload.size;
    let wanted = reference(&numbers, &places, count, 0.0);
    let source = device.stream(&numbers)?;
    let places = device.stream(&places)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source, &places, count),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

/// Tries the rung that reads each element's source, an inverse of the places that the host computes.
pub(super) fn trial_of_inverse(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = workload.floats(0);
    let places = build_places(workload);
    let count = workload.size;
    let wanted = reference(&numbers, &places, count, 0.0);
    let source = device.stream(&numbers)?;
    let elements = device.stream(&inverse(&places, count))?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_inverse(&device, &source, &elements),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

type TexelsRung = fn(&Device, &Stream<f32>, &Stream<[f32; 2]>, usize) -> Result<Stream<f32>>;

/// Tries the same places as texels of the result. Every sixteenth element has the place of its neighbour, so that the
/// later of two must stay.
pub(super) fn trial_2005(device: &Device, workload: &Workload, rung: TexelsRung) -> Result<Trial> {
    let numbers = truncate_mantissas(device, workload.floats(0));
    let mut places = build_places(workload);
    let count = workload.size;
    for at in (1..places.len()).step_by(16) {
        places[at] = places[at - 1];
    }
    let wanted = reference(&numbers, &places, count, 0.0);
    let texels = coordinates(device.empty::<f32>(count)?.plan(), &places);
    let source = device.stream(&numbers)?;
    let texels = device.stream(&texels)?;
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &source, &texels, count),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}
