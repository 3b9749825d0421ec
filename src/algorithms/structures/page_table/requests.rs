//! What is asked of a volume in pages, and what it answers.

use super::{Cell, SIDE};
use std::collections::{BTreeMap, BTreeSet};

/// What is asked of a volume in pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Requests {
    /// Cells of the volume along x, y and z.
    pub extent: [usize; 3],
    /// Cells whose pages get memory, and their values; no cell twice.
    pub written: Vec<(Cell, f32)>,
    /// Cells whose pages alone keep their memory then.
    pub kept: Vec<Cell>,
    /// Cells that are read in the end.
    pub asked: Vec<Cell>,
}

// ANCHOR: reference
/// The same by a map from cells to values, on the host.
pub fn reference(requests: &Requests, blank: f32) -> Vec<f32> {
    let inside = |cell: &Cell| (0..3).all(|axis| (0..requests.extent[axis] as i64).contains(&i64::from(cell[axis])));
    let page = |cell: &Cell| (cell[0] / SIDE as i32, cell[1] / SIDE as i32, cell[2]);
    let written = requests.written.iter().filter(|(cell, _)| inside(cell));
    let values: BTreeMap<_, _> = written.map(|(cell, value)| (&cell[..3], *value)).collect();
    let kept: BTreeSet<_> = requests.kept.iter().filter(|cell| inside(cell)).map(page).collect();
    let read = |cell: &Cell| match values.get(&cell[..3]) {
        Some(value) if kept.contains(&page(cell)) => *value,
        _ => blank,
    };
    requests.asked.iter().map(read).collect()
}
// ANCHOR_END: reference
