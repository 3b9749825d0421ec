//! Pointers that are texture coordinates.

use super::{made, reference, table_of};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Layout, Plan, Pointer, Result, Stream, fragment_kernel};

const COORDINATES: KernelSource = fragment_kernel!("streams/gather_coordinates");

/// The pointers are texture coordinates, as the era stored them: see [`coordinates`].
///
/// # Errors
/// [`crate::Error::Call`] where a stream lies in a buffer or in several textures.
pub fn fragment_coordinates(device: &Device, table: &Stream<f32>, pointers: &Stream<[f32; 2]>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.empty(pointers.shape())?;
    device
        .kernel(&COORDINATES)?
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Pointers as the texels where a table of that plan has their elements; -1 where it has none.
pub fn coordinates(table: &Plan, pointers: &[Pointer]) -> Vec<[f32; 2]> {
    let texel = |pointer: &Pointer| match pointer.target().filter(|index| *index < table.shape().len()) {
        Some(index) => {
            let address = table.address(index);
            [address.x as f32, address.y as f32]
        }
        None => [-1.0; 2],
    };
    pointers.iter().map(texel).collect()
}

/// The same pointers as the other rungs, as texels of their table.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (numbers, pointers) = made(workload);
    let wanted = reference(&numbers, &pointers, 0.0);
    let table = table_of(device, Layout::Packed, &numbers)?;
    let pointers = device.stream(&coordinates(table.plan(), &pointers))?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_coordinates(&device, &table, &pointers),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}
