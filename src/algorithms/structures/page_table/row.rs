//! The row of the table: cells in a volume that is mostly empty.

use super::*;
use crate::random;

type Session = fn(&Device, &Requests, usize, f32) -> Result<Stream<f32>>;

/// Cells of a volume that is about eight times as large: a quarter of them are written, the pages of half of these are kept, all kinds are asked.
fn requests(workload: &Workload) -> Requests {
    let count = workload.size.min(1 << 16);
    let side = (count * 8).isqrt().min(300) + usize::from(count > 0);
    let extent = [side, side + 3, side.div_ceil(4)];
    let cells: usize = extent.iter().product();
    let cell = |column: u32, i: usize| {
        let index = random::word(workload.seed, i as u32, column) as usize % cells.max(1);
        [index % extent[0].max(1), index / extent[0].max(1) % extent[1], index / extent[0].max(1) / extent[1]]
    };
    let address = |[x, y, z]: [usize; 3]| [x as i32, y as i32, z as i32, 0];
    let mut written: Vec<(Cell, f32)> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for i in 0..count.div_ceil(4) {
        let cell = address(cell(0, i));
        if seen.insert(cell) {
            written.push((cell, random::uniform(workload.seed, i as u32, 1)));
        }
    }
    let kept = written.iter().step_by(2).map(|(cell, _)| *cell).collect();
    let asked = |i: usize| match i % 4 {
        // One that was written, one beside it, any other, and one outside.
        0 => written[i / 4 % written.len()].0,
        1 => written[i / 4 % written.len()].0.map(|lane| lane ^ 1),
        2 => address(cell(2, i)),
        _ => [-1 - i as i32, extent[1] as i32, 0, 0],
    };
    let asked = (0..count).map(asked).collect();
    Requests { extent, written, kept, asked }
}

fn trial(device: &Device, workload: &Workload, rung: Session) -> Result<Trial> {
    let requests = requests(workload);
    let blank = 0.25;
    let wanted = reference(&requests, blank);
    let page = |(cell, _): &(Cell, f32)| (cell[0] / SIDE as i32, cell[1] / SIDE as i32, cell[2]);
    let pages: std::collections::HashSet<_> = requests.written.iter().map(page).collect();
    let (device, capacity) = (device.clone(), pages.len());
    Ok(Trial::new(
        move || rung(&device, &requests, capacity, blank),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "page_table",
    part: "structures",
    summary: "a sparse volume in pages behind a table: map, write, free, read",
    size: 1 << 14,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "marks as points, pages handed out by the host",
            source: "Lefohn and others 2006",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "marks and pages by atomic operations",
            source: "a stack of free pages",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
    ],
};
