//! Four more rungs: slices addressed by a table or in floats, rows in floats, and four slices in one pass.

use super::{VOLUME, check_volume, repeat_passes};
use crate::algorithms::primitives::{check_countable, column_and_row, in_rows};
use crate::{Address, Device, Element, Era, Error, KernelSource, Layout, Result, Stream, fragment_kernel};

const ROWS_2005: KernelSource = fragment_kernel!("structures/volume_rows_2005");
const OF_2005: KernelSource = fragment_kernel!("structures/volume_2005");
const FOUR: KernelSource = fragment_kernel!("structures/volume_four");

/// One fragment per cell of a flat texture ([`Layout::BySlice`]), whose slices are addressed by a table: a 1D texture
/// holds the origin of each slice, so that no read divides.
///
/// # Errors
/// As [`volume`](super::volume()), and [`Error::Data`] for other layouts.
pub fn fragment_table(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_volume(cells.shape(), rate)?;
    check_by_slice(cells)?;
    // ANCHOR: table
    let slice = cells.shape().extent(0) * cells.shape().extent(1);
    let origins: Vec<[i32; 2]> = (0..cells.shape().extent(2))
        .map(|z: usize| {
            let Address { x, y, .. } = cells.plan().address(z * slice);
            [x as i32, y as i32]
        })
        .collect();
    let origins = device.stream_in(Layout::Row, origins.len(), &origins)?;
    let kernel = device.kernel(&VOLUME.define("LAYOUT", "TABLE"))?;
    repeat_passes(&device, cells, steps, |now, next| {
        let call = kernel.call().uniform("rate", rate).gather("origins", &origins);
        call.gather("source", now).output("result", next).run()
    })
    // ANCHOR_END: table
}

/// One fragment per cell of a flat texture ([`Layout::BySlice`]) by a kernel of GLSL 1.10, for any card that computes in
/// floats: columns and rows of cells and of slices are floats, and none of them is larger than the texture.
///
/// Source: Lefohn, Kniss and Owens, Implementing Efficient Parallel Data Structures on GPUs, GPU Gems 2, chapter 33,
/// 2005, listing 33-4.
///
/// # Errors
/// As [`fragment_table`].
pub fn fragment_2005(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_volume(cells.shape(), rate)?;
    check_by_slice(cells)?;
    // ANCHOR: of_2005
    let share = [0, 1].map(|axis| 1.0 / cells.shape().extent(axis).max(1) as f32);
    let columns = cells.plan().columns().max(1);
    let last = cells.shape().extent(2).saturating_sub(1);
    let last = [last % columns, last / columns].map(|place| place as f32);
    let kernel = device.kernel(&OF_2005)?;
    repeat_passes(&device, cells, steps, |now, next| {
        let call = kernel
            .call()
            .uniform("rate", rate)
            .uniform("share", share)
            .uniform("last", last);
        call.gather("source", now).output("gl_FragColor", next).run()
    })
    // ANCHOR_END: of_2005
}

/// Most cells along a side for [`fragment_rows_2005`]: half of one is added to a place along it.
const LONGEST_SIDE: usize = 2_048;

/// One fragment per cell of a texture whose cells lie line after line ([`Layout::Packed`]), by a kernel of GLSL 1.10 for
/// any card that computes in floats. A cell's index is a float and must be exact: a Radeon 9700 has 131,072 of them.
///
/// Source: Lefohn, Kniss and Owens, Implementing Efficient Parallel Data Structures on GPUs, GPU Gems 2, chapter 33,
/// 2005, listing 33-3.
///
/// # Errors
/// As [`volume`](super::volume()); [`Error::Call`] for other layouts, and [`Error::Limit`] if the card's floats do not
/// count the cells, or a side is longer than 2,048.
pub fn fragment_rows_2005(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_volume(cells.shape(), rate)?;
    in_rows("volume", "cells", cells)?;
    check_countable(&device, cells.len())?;
    let sides = [0, 1, 2].map(|axis| cells.shape().extent(axis));
    if let Some(side) = sides.into_iter().find(|side| *side > LONGEST_SIDE) {
        let next = "use fragment_2005";
        return Err(Error::limit("side of a volume in the card's floats", side as u128, LONGEST_SIDE as u128, next));
    }
    // ANCHOR: rows_2005
    // Less than one over the side, however the card rounds.
    let share = [0, 1].map(|axis| (1.0 - 2_f32.powi(-15)) / sides[axis].max(1) as f32);
    let kernel = device.kernel(&ROWS_2005)?;
    repeat_passes(&device, cells, steps, |now, next| {
        let call = kernel.call().uniform("rate", rate).uniform("share", share);
        let call = call.uniform("row", column_and_row(sides[0], now));
        let call = call.uniform("slice_reach", column_and_row(sides[0] * sides[1], now));
        call.gather("source", now).output("gl_FragColor", next).run()
    })
    // ANCHOR_END: rows_2005
}

/// Checks that the slices lie side by side.
pub(in crate::algorithms::structures) fn check_by_slice<T: Element>(cells: &Stream<T>) -> Result<()> {
    match cells.layout() {
        Layout::BySlice => Ok(()),
        layout => Err(Error::data(format!(
            "this rung needs Layout::BySlice, the volume has Layout::{layout:?}; copy it to Layout::BySlice"
        ))),
    }
}

/// One fragment for a cell in each of four slices, as four outputs of one pass: slices 0, 4, 8 and so on are a
/// stack, 1, 5, 9 the next, and a pass writes one slice of each of four stacks.
///
/// # Errors
/// As [`volume`](super::volume()).
pub fn fragment_four(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_volume(cells.shape(), rate)?;
    let mut result = device.empty_in(cells.layout(), cells.shape())?;
    if steps == 0 || cells.is_empty() {
        result.copy_from(cells)?;
        return Ok(result);
    }
    let [width, height, depth] = [0, 1, 2].map(|axis| cells.shape().extent(axis));
    let stack = || device.empty_in::<f32>(Layout::Slices, [width, height, depth.div_ceil(4)]);
    let stacks = || -> Result<[Stream<f32>; 4]> { Ok([stack()?, stack()?, stack()?, stack()?]) };
    let range = |z: usize| z * width * height..(z + 1) * width * height;
    let mut now = stacks()?;
    let mut next = stacks()?;
    for z in 0..depth {
        now[z % 4].copy_range(range(z / 4).start, cells, range(z))?;
    }
    let kernel = device.kernel(&FOUR)?;
    for _ in 0..steps {
        // ANCHOR: four
        let [next_0, next_1, next_2, next_3] = &mut next;
        let call = kernel.call().uniform("rate", rate).uniform("depth", depth as i32);
        let call = call.slice("below", &now[3], -1).slice("above", &now[0], 1);
        let call = call.input("source_0", &now[0]).input("source_1", &now[1]);
        let call = call.input("source_2", &now[2]).input("source_3", &now[3]);
        let call = call.output("result_0", next_0).output("result_1", next_1);
        call.output("result_2", next_2).output("result_3", next_3).run()?;
        // ANCHOR_END: four
        std::mem::swap(&mut now, &mut next);
    }
    for z in 0..depth {
        result.copy_range(range(z).start, &now[z % 4], range(z / 4))?;
    }
    Ok(result)
}
