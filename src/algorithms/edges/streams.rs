//! Pointers just past the end of a table that fills its texture.

use super::{Edge, compute, exactly, fragment};
use crate::algorithms::{Check, Trial, Workload, gather};
use crate::{Device, Pointer, Result};

pub(super) const RUNGS: &[Edge] = &[
    ("gather", fragment("fragment, to the end", to_the_end)),
    ("gather", compute("compute, to the end", to_the_end)),
    ("gather", fragment("fragment, of integers", integers)),
    ("gather", compute("compute, of integers", integers)),
    ("gather", fragment("fragment_packed, to the end", packed)),
    ("gather", fragment("fragment_coordinates, around the table", around)),
    ("gather", compute("compute_texture, to the end", texture)),
];

/// Returns a table that fills its texture, pointers to each next element, the last just past the end, and the expected
/// result.
fn table(workload: &Workload) -> (Vec<f32>, Vec<Pointer>, Vec<f32>) {
    let table = Workload { size: workload.size.next_power_of_two(), ..workload.clone() }.floats(0);
    let mut pointers: Vec<Pointer> = (1..=table.len()).map(Pointer::to).collect();
    pointers.push(Pointer::NOWHERE);
    let wanted = gather::reference(&table, &pointers, 0.0);
    (table, pointers, wanted)
}

fn to_the_end(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers, wanted) = table(workload);
    let (device, table, pointers) = (device.clone(), device.stream(&table)?, device.stream(&pointers)?);
    exactly(move || gather::gather(&device, &table, &pointers), wanted)
}

fn integers(device: &Device, workload: &Workload) -> Result<Trial> {
    let signed: Vec<i32> = workload.integers(0, 100).into_iter().map(|number| number as i32 - 50).collect();
    let unsigned = workload.integers(1, 100);
    let pointers: Vec<Pointer> = workload
        .integers(2, workload.size as u32)
        .into_iter()
        .map(|i| Pointer::to(i as usize))
        .collect();
    let wanted = (gather::reference(&signed, &pointers, 0), gather::reference(&unsigned, &pointers, 0));
    let (signed, unsigned, pointers) = (device.stream(&signed)?, device.stream(&unsigned)?, device.stream(&pointers)?);
    let device = device.clone();
    let run = move || {
        let signed = gather::gather(&device, &signed, &pointers)?;
        Ok((signed.read()?, gather::gather(&device, &unsigned, &pointers)?.read()?))
    };
    Ok(Trial::new(run, move |given: &(Vec<i32>, Vec<u32>)| {
        let error = if *given == wanted { 0.0 } else { f64::INFINITY };
        Ok(Check { error, ..Check::exact(&given.1, &wanted.1) })
    }))
}

fn texture(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers, wanted) = table(workload);
    let table = device.stream_in(crate::Layout::Packed, table.len(), &table)?;
    let (device, pointers) = (device.clone(), device.stream(&pointers)?);
    exactly(move || gather::compute_texture(&device, &table, &pointers), wanted)
}

fn packed(device: &Device, workload: &Workload) -> Result<Trial> {
    let (table, pointers, wanted) = table(workload);
    let (device, table, pointers) =
        (device.clone(), device.stream(&table)?, device.stream(&gather::packed(&pointers))?);
    let run = move || gather::fragment_packed(&device, &table, &pointers);
    Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?.as_flattened()[..wanted.len()], &wanted))))
}

/// Builds the trial of texels on either side of each border of the table.
fn around(device: &Device, workload: &Workload) -> Result<Trial> {
    let (values, _, _) = table(workload);
    let table = device.stream(&values)?;
    let end = table.plan().address(values.len() - 1);
    let (width, height) = (end.x as i32 + 1, end.y as i32 + 1);
    let middle = [width / 2, height / 2];
    let texels = [[-1, middle[1]], [width, middle[1]], [middle[0], -1], [middle[0], height]];
    let inside = [[0, middle[1]], [width - 1, middle[1]], [middle[0], 0], [middle[0], height - 1]];
    let of = |[x, y]: [i32; 2]| values[(y * width + x) as usize];
    let wanted = [vec![0.0; 4], inside.map(of).to_vec()].concat();
    let pointers: Vec<[f32; 2]> = texels
        .into_iter()
        .chain(inside)
        .map(|texel| texel.map(|at| at as f32))
        .collect();
    let (device, pointers) = (device.clone(), device.stream(&pointers)?);
    exactly(move || gather::fragment_coordinates(&device, &table, &pointers), wanted)
}
