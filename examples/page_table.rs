//! Writes the corners of the teapot into a volume of a thousand million cells that has memory for some pages
//! alone, in both eras.
//!
//! Run it with `cargo run --example page_table`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::page_table::{self, CELLS, Cell, PageTable, Requests};
use gristmill::{Device, Error, Result};
use std::process::ExitCode;

/// The cells in which the teapot has corners, where it is so many cells wide.
fn corners(side: usize) -> Result<Vec<Cell>> {
    let mut file = std::io::Cursor::new(include_bytes!("../crates/cli/data/teapot.obj"));
    let (models, _) = tobj::load_obj_buf(&mut file, &tobj::LoadOptions::default(), |_| Ok(Default::default()))
        .map_err(|error| Error::data(error.to_string()))?;
    let places: Vec<f32> = models.into_iter().flat_map(|model| model.mesh.positions).collect();
    let (least, most) = places
        .iter()
        .fold((f32::MAX, f32::MIN), |(a, b), &place| (a.min(place), b.max(place)));
    let cell = |place: f32| ((place - least) / (most - least) * (side - 1) as f32) as i32;
    let mut cells: Vec<Cell> = places
        .chunks_exact(3)
        .map(|at| [cell(at[0]), cell(at[1]), cell(at[2]), 0])
        .collect();
    cells.sort_unstable();
    cells.dedup();
    Ok(cells)
}

fn main() -> ExitCode {
    arguments::run_up_to(4_000, |device: &Device, arguments| -> Result<bool> {
        let side = arguments.size.unwrap_or(1000);
        let cells = corners(side.max(1))?;
        let heights: Vec<f32> = cells.iter().map(|cell| cell[1] as f32).collect();
        let asked: Vec<Cell> = cells.iter().flat_map(|&[x, y, z, _]| [[x, y, z, 0], [y, x, z, 0]]).collect();

        // ANCHOR: example
        let mut pages = PageTable::new(device, [side; 3], 8192, &[-1.0])?;
        let mut memory = pages.memory()?;

        let corners = device.stream(&cells)?;
        let mut wants = pages.wants(&corners)?;
        pages.keep(&mut wants, &mut memory)?;
        pages.write(&mut memory, &corners, &device.stream(&heights)?)?;

        let usage = pages.usage()?.check()?;
        let result = pages.read(&memory, &device.stream(&asked)?)?;
        // ANCHOR_END: example

        let whole: usize = page_table::pages_of([side; 3]).iter().product();
        println!("  {} corners in {} pages of {whole}", cells.len(), usage.mapped);
        let [pages, table, flat] =
            [usage.mapped * CELLS * 4, whole * 4, side.pow(3) * 4].map(|bytes| bytes as f64 / 1e6);
        println!("  {pages:.1} MB of pages and a table of {table:.1} MB instead of {flat:.0} MB");
        let written = cells.iter().copied().zip(heights).collect();
        let requests = Requests { extent: [side; 3], written, kept: cells, asked };
        Ok(result.read()? == page_table::reference(&requests, -1.0))
    })
}
