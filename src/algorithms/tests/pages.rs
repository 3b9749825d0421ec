//! Pages that are not enough, and a surface as it is drawn from its pages: ways that no row of the table goes.

use crate::algorithms::level_set::{self, LevelSet, Motion, of_sphere};
use crate::algorithms::page_table::{Cell, PageTable, SIDE};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Era, Result};

/// More pages than there are, after as many as there are: the first ones stay, with their values.
pub(super) fn too_many(device: &Device, workload: &Workload) -> Result<Trial> {
    let pages = workload.size.min(2_000);
    let extent = [(pages + 1) * SIDE, 1, 1];
    let cells: Vec<Cell> = (0..=pages).map(|page| [(page * SIDE + page % SIDE) as i32, 0, 0, 0]).collect();
    let values: Vec<f32> = (0..pages).map(|page| page as f32).collect();
    let mut wanted = values.clone();
    wanted.push(-1.0);
    let device = device.clone();
    let run = move || {
        let mut table = PageTable::new(&device, extent, pages, &[-1.0])?;
        let mut memory = table.memory()?;
        let (all, first) = (device.stream(&cells)?, device.stream(&cells[..pages])?);
        let mut wants = table.wants(&first)?;
        table.keep(&mut wants, &mut memory)?;
        table.write(&mut memory, &first, &device.stream(&values)?)?;
        let mut wants = table.wants(&all)?;
        table.keep(&mut wants, &mut memory)?;
        table.read(&memory, &all)
    };
    Ok(Trial::new(run, move |result| Ok(Check::exact(&result.read()?, &wanted))))
}

/// A surface as the fragment era draws it of the same pages.
pub(super) fn surface(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = workload.size.isqrt().min(20);
    let drawn = move |device: &Device| {
        let extent = [11, 10, 9];
        let start = of_sphere(extent, [5.0, 4.0, 4.5], 3.5);
        let set = LevelSet::new(device, &Motion::even(extent, 0.0), &start, 99)?;
        level_set::picture(&set, [side + 3, side + 1], 0.5)
    };
    let wanted = super::pictures::lanes(&drawn(&device.with_era(Era::Fragment)?)?)?;
    let device = device.clone();
    let check = move |picture: &_| Ok(Check::within(&super::pictures::lanes(picture)?, &wanted, 1e-3));
    Ok(Trial::new(move || drawn(&device), check))
}
