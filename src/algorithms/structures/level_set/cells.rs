//! The cells of a volume on the host, and the marks of their pages.

use super::WIDTH;
use crate::algorithms::page_table::{CELLS, PageTable, SIDE, WANTED, pages_of};
use crate::{Era, Result, Stream};

/// Returns the neighbours of a cell before and after it along x, y and z; at the volume's faces, the cell itself.
pub(super) fn axis_neighbours(extent: [usize; 3], cells: &[f32], [x, y, z]: [usize; 3]) -> [(f32, f32); 3] {
    let place = [x, y, z];
    [0, 1, 2].map(|axis| {
        let mut low = place;
        let mut high = place;
        low[axis] = place[axis].saturating_sub(1);
        high[axis] = (place[axis] + 1).min(extent[axis] - 1);
        (read_cell(low, extent, cells), read_cell(high, extent, cells))
    })
}

fn read_cell([x, y, z]: [usize; 3], extent: [usize; 3], cells: &[f32]) -> f32 {
    cells[x + extent[0] * (y + extent[1] * z)]
}

pub(super) fn cell_coordinates([width, height, depth]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..depth).flat_map(move |z| (0..height).flat_map(move |y| (0..width).map(move |x| [x, y, z])))
}

/// Returns for each virtual page of a volume its blank page, plus [`WANTED`] if a step may move one of its cells.
pub(super) fn mark_pages(extent: [usize; 3], cells: &[f32]) -> Vec<u32> {
    let [columns, rows, slices] = pages_of(extent);
    let mut wants = vec![0; columns * rows * slices];
    for ([x, y, z], centre) in cell_coordinates(extent).zip(cells) {
        let page = &mut wants[x / SIDE + columns * (y / SIDE + rows * z)];
        if centre.abs() < WIDTH
            || !axis_neighbours(extent, cells, [x, y, z])
                .iter()
                .all(|(low, high): &(f32, f32)| low == centre && high == centre)
        {
            *page |= WANTED;
        }
        if x % SIDE == 0 && y % SIDE == 0 && *centre < 0.0 {
            *page |= 1;
        }
    }
    wants
}

/// Returns the index of a cell of a physical page among the elements of a memory.
fn element_index(memory: &Stream<f32>, era: Era, page: usize, [x, y, z]: [usize; 3]) -> usize {
    match era {
        Era::Fragment => texel_index(memory.shape().extent(0), page, [x, y, z]),
        Era::Compute => page * CELLS + y % SIDE * SIDE + x % SIDE,
    }
}

/// Returns the index of a cell of a physical page among the texels of a memory that is `width` texels wide.
pub(super) fn texel_index(width: usize, page: usize, [x, y, _]: [usize; 3]) -> usize {
    let columns = width / SIDE;
    ((page / columns) * SIDE + y % SIDE) * width + (page % columns) * SIDE + x % SIDE
}

pub(super) fn page_index([columns, rows, _]: [usize; 3], [x, y, z]: [usize; 3]) -> usize {
    x / SIDE + columns * (y / SIDE + rows * z)
}

/// Writes the cells of the volume that have memory.
pub(super) fn write_cells(pages: &PageTable, memory: &mut Stream<f32>, cells: &[f32]) -> Result<()> {
    let table = pages.table().read()?;
    let era = pages.era();
    let mut elements = memory.read()?;
    for (place, cell) in cell_coordinates(pages.extent()).zip(cells) {
        let physical = table[page_index(pages_of(pages.extent()), place)];
        if physical >= WANTED {
            elements[element_index(memory, era, physical as usize, place)] = *cell;
        }
    }
    memory.write(&elements)
}

/// Reads all cells of the volume.
pub(super) fn read_cells(pages: &PageTable, memory: &Stream<f32>) -> Result<Vec<f32>> {
    let table = pages.table().read()?;
    let elements = memory.read()?;
    let era = pages.era();
    Ok(cell_coordinates(pages.extent())
        .map(|place| {
            elements[element_index(memory, era, table[page_index(pages_of(pages.extent()), place)] as usize, place)]
        })
        .collect())
}
