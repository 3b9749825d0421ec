//! Pointers that are texture coordinates.

use super::{build_input, reference, upload_table};
use crate::algorithms::{Check, Trial, Workload, truncate_mantissas};
use crate::{Device, Era, KernelSource, Layout, Plan, Pointer, Result, Stream, fragment_kernel};

const COORDINATES: KernelSource = fragment_kernel!("streams/gather_coordinates");
const OF_2005: KernelSource = fragment_kernel!("streams/gather_2005");

/// Reads by pointers that are texture coordinates, as the era stored them: see [`coordinates`].
///
/// # Errors
/// [`crate::Error::Call`] if a stream is in a buffer or in several textures.
pub fn fragment_coordinates(device: &Device, table: &Stream<f32>, pointers: &Stream<[f32; 2]>) -> Result<Stream<f32>> {
    gather_at_coordinates(device, &COORDINATES, "result", table, pointers)
}

/// Works like [`fragment_coordinates`], by a kernel in GLSL 1.10, for any card that computes in floats.
///
/// # Errors
/// As [`fragment_coordinates`].
pub fn fragment_2005(device: &Device, table: &Stream<f32>, pointers: &Stream<[f32; 2]>) -> Result<Stream<f32>> {
    gather_at_coordinates(device, &OF_2005, "gl_FragColor", table, pointers)
}

fn gather_at_coordinates(
    device: &Device,
    kernel: &KernelSource,
    output: &str,
    table: &Stream<f32>,
    pointers: &Stream<[f32; 2]>,
) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.uninit(pointers.shape())?;
    let kernel = device.kernel(kernel)?;
    let call = kernel.call().gather("table", table).input("pointers", pointers);
    call.output(output, &mut result).run()?;
    Ok(result)
}

/// Converts pointers to the coordinates of the texels that hold those elements in a table of that plan; -1 for elements
/// it does not have.
pub fn coordinates(table: &Plan, pointers: &[Pointer]) -> Vec<[f32; 2]> {
    pointers
        .iter()
        .map(|pointer: &Pointer| match pointer.target().filter(|index| *index < table.shape().len()) {
            Some(index) => {
                let address = table.address(index);
                [address.x as f32, address.y as f32]
            }
            None => [-1.0; 2],
        })
        .collect()
}

type CoordinatesRung = fn(&Device, &Stream<f32>, &Stream<[f32; 2]>) -> Result<Stream<f32>>;

/// Tries the other rungs' pointers, as texels of their table.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (numbers, pointers) = build_input(workload);
    let table = upload_table(device, Layout::Packed, &numbers)?;
    trial_in(device, table, &numbers, &pointers, fragment_coordinates)
}

/// The same with an uploaded table: cards of 2005 have no integers to write it with.
pub(super) fn trial_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let (numbers, pointers) = build_input(workload);
    let numbers = truncate_mantissas(device, numbers);
    trial_in(device, device.stream(&numbers)?, &numbers, &pointers, fragment_2005)
}

fn trial_in(
    device: &Device,
    table: Stream<f32>,
    numbers: &[f32],
    pointers: &[Pointer],
    rung: CoordinatesRung,
) -> Result<Trial> {
    let wanted = reference(numbers, pointers, 0.0);
    let mut places = coordinates(table.plan(), pointers);
    // Nowhere is not only below 0: it is also past the last column, and past the last row.
    let [width, height, _] = table.plan().size();
    let nowhere = places.iter_mut().filter(|place| place[0] < 0.0);
    for (place, beyond) in nowhere.zip([[width as f32, 0.0], [0.0, height as f32], [0.0, -1.0], [-1.0, 0.0]]) {
        *place = beyond;
    }
    let pointers = device.stream(&places)?;
    let device = device.clone();
    Ok(Trial::new(move || rung(&device, &table, &pointers), move |result| Ok(Check::exact(&result.read()?, &wanted))))
}
