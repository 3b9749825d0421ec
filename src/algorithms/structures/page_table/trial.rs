//! Trial of a page table.

use super::{Cell, Requests, SIDE, reference};
use crate::algorithms::{Check, Trial, Workload, truncate_mantissas};
use crate::{Device, Result, Stream, random};
use std::collections::HashSet;

type PageTableRung = fn(&Device, &Requests, usize, f32) -> Result<Stream<f32>>;

/// Tries memory for as many pages as are written, in a volume whose other pages read as blank.
pub(super) fn trial(device: &Device, workload: &Workload, rung: PageTableRung) -> Result<Trial> {
    let mut requests = build_requests(workload);
    let values = truncate_mantissas(device, requests.written.iter().map(|(_, value)| *value).collect());
    for ((_, kept), value) in requests.written.iter_mut().zip(values) {
        *kept = value;
    }
    let blank = 0.25;
    let wanted = reference(&requests, blank);
    let pages: HashSet<_> = requests
        .written
        .iter()
        .map(|(cell, _): &(Cell, f32)| (cell[0] / SIDE as i32, cell[1] / SIDE as i32, cell[2]))
        .collect();
    let device = device.clone();
    let capacity = pages.len();
    Ok(Trial::new(
        move || rung(&device, &requests, capacity, blank),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

/// Largest side of a trial's volume: it then has at most [`PAGES`](super::PAGES) pages, however many cells are written.
const MOST_SIDE: usize = 251;

/// Builds the requests of a trial, for a volume that is mostly empty: as many cells of all kinds are read as the
/// workload has elements; a quarter as many are written, and the pages of half of these are kept.
fn build_requests(workload: &Workload) -> Requests {
    let count = workload.size;
    let side = ((count * 8).isqrt() + usize::from(count > 0)).min(MOST_SIDE);
    let extent = [side, side + 3, side.div_ceil(4)];
    let cells: usize = extent.iter().product();
    let cell = |column: u32, i: usize| {
        let index = random::word(workload.seed, i as u32, column) as usize % cells.max(1);
        let row = index / extent[0].max(1);
        let x = index % extent[0].max(1);
        [x, row % extent[1], row / extent[1]]
    };
    let mut written: Vec<(Cell, f32)> = Vec::new();
    let mut seen = HashSet::new();
    for i in 0..count.div_ceil(4) {
        let cell = to_address(cell(0, i));
        if seen.insert(cell) {
            written.push((cell, random::uniform(workload.seed, i as u32, 1)));
        }
    }
    let kept = written.iter().step_by(2).map(|(cell, _)| *cell).collect();
    let asked = (0..count)
        .map(|i: usize| match i % 4 {
            // One that was written, one next to it, any other, and one outside.
            0 => written[i / 4 % written.len()].0,
            1 => written[i / 4 % written.len()].0.map(|lane| lane ^ 1),
            2 => to_address(cell(2, i)),
            _ => [-1 - i as i32, extent[1] as i32, 0, 0],
        })
        .collect();
    Requests { extent, written, kept, asked }
}

fn to_address([x, y, z]: [usize; 3]) -> Cell {
    [x as i32, y as i32, z as i32, 0]
}
