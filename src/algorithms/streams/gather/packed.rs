//! Pointers by fours, in the channels of texels.

use super::{build_input, reference, upload_table};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Element, Era, KernelSource, Layout, Pointer, Result, Stream, fragment_kernel};

const PACKED: KernelSource = fragment_kernel!("streams/gather_packed");

/// Reads by four pointers in the channels of a texel, in the order of the elements; the result is packed the same way.
///
/// # Errors
/// [`crate::Error::Call`] if a stream is in a buffer or in several textures.
pub fn fragment_packed(device: &Device, table: &Stream<f32>, pointers: &Stream<[u32; 4]>) -> Result<Stream<[f32; 4]>> {
    let device = device.with_era(Era::Fragment)?;
    let mut result = device.uninit(pointers.shape())?;
    device
        .kernel(&PACKED)?
        .call()
        .gather("table", table)
        .input("pointers", pointers)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Packs pointers by fours for [`fragment_packed`]; the last four is filled up with pointers to nowhere.
pub fn packed(pointers: &[Pointer]) -> Vec<[u32; 4]> {
    let words = Pointer::words(pointers);
    words
        .chunks(4)
        .map(|chunk: &[u32]| std::array::from_fn(|lane| chunk.get(lane).copied().unwrap_or(u32::MAX)))
        .collect()
}

/// Tries the other rungs' pointers, packed by fours.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (numbers, pointers) = build_input(workload);
    let wanted = reference(&numbers, &pointers, 0.0);
    let table = upload_table(device, Layout::Packed, &numbers)?;
    let pointers = device.stream(&packed(&pointers))?;
    let device = device.clone();
    Ok(Trial::new(
        move || fragment_packed(&device, &table, &pointers),
        move |result| Ok(Check::exact(&result.read()?.as_flattened()[..wanted.len()], &wanted)),
    ))
}
