//! Pointers just past the end of a table that fills its texture.

use super::{EdgeCase, compute_case, exact_trial, fragment_case};
use crate::algorithms::{Check, Trial, Workload, gather};
use crate::{Device, Pointer, Result};

pub(super) const RUNGS: &[EdgeCase] = &[
    ("gather", fragment_case("fragment, to the end", to_the_end)),
    ("gather", compute_case("compute, to the end", to_the_end)),
    ("gather", fragment_case("fragment, of integers", integer_tables)),
    ("gather", compute_case("compute, of integers", integer_tables)),
    ("gather", fragment_case("fragment_packed, to the end", packed_to_the_end)),
    ("gather", fragment_case("fragment_coordinates, around the table", around_the_table)),
    ("gather", compute_case("compute_texture, to the end", texture_to_the_end)),
];

/// Returns a table that fills its texture, pointers to each next element, the last just past the end, and the expected
/// result.
fn full_table(workload: &Workload) -> (Vec<f32>, Vec<Pointer>, Vec<f32>) {
    let table = Workload { size: workload.size.next_power_of_two(), ..workload.clone() }.floats(0);
    let mut pointers: Vec<Pointer> = (1..=table.len()).map(Pointer::to).collect();
    pointers.push(Pointer::NOWHERE);
    let wanted = gather::reference(&table, &pointers, 0.0);
    (table, pointers, wanted)
}

fn to_the_end(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers, wanted) = full_table(workload);
    let table = device.stream(&table)?;
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    exact_trial(move || gather::gather(&device, &table, &pointers), wanted)
}

fn integer_tables(device: &Device, workload: &Workload) -> Result<Trial> {
    let signed: Vec<i32> = workload.integers(0, 100).into_iter().map(|number| number as i32 - 50).collect();
    let unsigned = workload.integers(1, 100);
    let pointers: Vec<Pointer> = workload
        .integers(2, workload.size as u32)
        .into_iter()
        .map(|i| Pointer::to(i as usize))
        .collect();
    let wanted = (gather::reference(&signed, &pointers, 0), gather::reference(&unsigned, &pointers, 0));
    let signed = device.stream(&signed)?;
    let unsigned = device.stream(&unsigned)?;
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let signed = gather::gather(&device, &signed, &pointers)?;
            Ok((signed.read()?, gather::gather(&device, &unsigned, &pointers)?.read()?))
        },
        move |given: &(Vec<i32>, Vec<u32>)| {
            let error = if *given == wanted { 0.0 } else { f64::INFINITY };
            Ok(Check { error, ..Check::exact(&given.1, &wanted.1) })
        },
    ))
}

fn texture_to_the_end(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers, wanted) = full_table(workload);
    let table = device.stream_in(crate::Layout::Packed, table.len(), &table)?;
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    exact_trial(move || gather::compute_texture(&device, &table, &pointers), wanted)
}

fn packed_to_the_end(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers, wanted) = full_table(workload);
    let table = device.stream(&table)?;
    let pointers = device.stream(&gather::packed(&pointers))?;
    let device = device.clone();
    Ok(Trial::new(
        move || gather::fragment_packed(&device, &table, &pointers),
        move |result| Ok(Check::exact(&result.read()?.as_flattened()[..wanted.len()], &wanted)),
    ))
}

/// Builds the trial of texels on either side of each border of the table.
fn around_the_table(device: &Device, workload: &Workload) -> Result<Trial> {
    let (values, _, _) = full_table(workload);
    let table = device.stream(&values)?;
    let end = table.plan().address(values.len() - 1);
    let width = end.x as i32 + 1;
    let height = end.y as i32 + 1;
    let middle = [width / 2, height / 2];
    let texels = [[-1, middle[1]], [width, middle[1]], [middle[0], -1], [middle[0], height]];
    let inside = [[0, middle[1]], [width - 1, middle[1]], [middle[0], 0], [middle[0], height - 1]];
    let wanted = [vec![0.0; 4], inside.map(|[x, y]: [i32; 2]| values[(y * width + x) as usize]).to_vec()].concat();
    let pointers: Vec<[f32; 2]> = texels
        .into_iter()
        .chain(inside)
        .map(|texel| texel.map(|at| at as f32))
        .collect();
    let pointers = device.stream(&pointers)?;
    let device = device.clone();
    exact_trial(move || gather::fragment_coordinates(&device, &table, &pointers), wanted)
}
