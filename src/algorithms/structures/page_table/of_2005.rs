//! The rung of 2005: the table is a texture of texels, and the host keeps the pages.

use super::host_pages::HostPages;
use super::pages::pages_of;
use super::{Cell, PAGES, Requests, SIDE, Usage, WANTED, is_inside};
use crate::{Device, Era, Error, KernelSource, Layout, Result, Stream, fragment_kernel};

const READ: KernelSource = fragment_kernel!("structures/page_table_2005");
const POINTS: KernelSource = fragment_kernel!("primitives/scatter_2005", vertex);

/// Maps, writes, frees and reads pages as [`super::page_table`] does, by kernels of GLSL 1.10 for any card that
/// computes in floats.
///
/// The host maps and frees the pages, and translates the cells that are written: each is drawn as a point. The cells
/// that are read are translated by the card, through a table that is a texture.
///
/// Source: Lefohn, Kniss, Hansen and Whitaker, A Streaming Narrow-Band Algorithm, 2004; Lefohn, Kniss and Owens,
/// Implementing Efficient Parallel Data Structures on GPUs, GPU Gems 2, chapter 33, 2005.
///
/// # Errors
/// As [`super::page_table`]; [`Error::Limit`] if the table or the memory does not fit a texture of the device.
pub fn fragment_2005(device: &Device, requests: &Requests, capacity: usize, blank: f32) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    if capacity >= PAGES {
        let next = "give memory for fewer";
        return Err(Error::limit("physical pages", capacity as u128 + 1, PAGES as u128, next));
    }
    let [across, up, slices] = pages_of(requests.extent);
    let mut pages = HostPages::new(vec![0; across * up * slices], 1, capacity);
    let mut result = device.empty(requests.asked.len())?;
    if pages.table.is_empty() {
        result.write(&vec![blank; requests.asked.len()])?; // a volume of no cells: all are outside
        return Ok(result);
    }
    let columns = (capacity + 1).isqrt().next_power_of_two();
    let shape = [columns * SIDE, (capacity + 1).div_ceil(columns) * SIDE];
    let mut memory = device.stream_of(shape, &vec![blank; shape[0] * shape[1]])?;
    // ANCHOR: host_2005
    let origin = |page: u32| [page as usize % columns * SIDE, page as usize / columns * SIDE];
    let inside = |cell: &Cell| is_inside(cell, requests.extent);
    // Cells of the volume to texels of the memory, on the host.
    let translate = |table: &[u32], cell: &Cell| {
        let [x, y] = origin(table[page_of(cell, [across, up])]);
        [x + cell[0] as usize % SIDE, y + cell[1] as usize % SIDE].map(|place| place as f32)
    };
    let written: Vec<&(Cell, f32)> = requests.written.iter().filter(|(cell, _)| inside(cell)).collect();
    let marks = mark_pages(written.iter().map(|(cell, _)| cell), [across, up], pages.table.len());
    map_pages(&mut pages, &marks, capacity)?;
    let places: Vec<[f32; 2]> = written.iter().map(|(cell, _)| translate(&pages.table, cell)).collect();
    let values: Vec<f32> = written.iter().map(|(_, value)| *value).collect();
    draw_points(&device, &values, &places, &mut memory)?;

    let kept = requests.kept.iter().filter(|cell| inside(cell));
    let marks = mark_pages(kept, [across, up], pages.table.len());
    let fresh = map_pages(&mut pages, &marks, capacity)?;
    // A page may get the memory of one that was freed: all its cells are blank again.
    let cells = || (0..SIDE * SIDE).map(|cell| [cell % SIDE, cell / SIDE]);
    let places = fresh.into_iter().map(origin);
    let places: Vec<[f32; 2]> = places
        .flat_map(|[x, y]| cells().map(move |[right, down]| [(x + right) as f32, (y + down) as f32]))
        .collect();
    draw_points(&device, &vec![blank; places.len()], &places, &mut memory)?;
    // ANCHOR_END: host_2005
    // ANCHOR: read_2005
    let table: Vec<[f32; 2]> = pages.table.iter().map(|page| origin(*page).map(|place| place as f32)).collect();
    let table = device.stream_of([across, up * slices], &table)?;
    let asked: Vec<[f32; 4]> = requests.asked.iter().map(|cell| cell.map(|place| place as f32)).collect();
    let asked = device.stream(&asked)?;
    let call = device.kernel(&READ)?;
    let call = call.call().uniform("extent", requests.extent.map(|cells| cells as f32));
    let call = call.uniform("rows", up as f32).input("cells", &asked);
    let call = call.gather("table", &table).gather("memory", &memory);
    call.output("gl_FragColor", &mut result).run()?;
    // ANCHOR_END: read_2005
    Ok(result)
}

/// Returns the place of a cell's page in the table.
fn page_of(cell: &Cell, [across, up]: [usize; 2]) -> usize {
    let [x, y, z] = [cell[0], cell[1], cell[2]].map(|place| place as usize);
    x / SIDE + across * (y / SIDE + up * z)
}

/// Marks the pages of these cells as wanted.
fn mark_pages<'a>(cells: impl Iterator<Item = &'a Cell>, size: [usize; 2], count: usize) -> Vec<u32> {
    let mut marks = vec![0; count];
    cells.for_each(|cell| marks[page_of(cell, size)] = WANTED);
    marks
}

/// Maps the marked pages and frees the others. Returns the physical pages that were free before.
fn map_pages(pages: &mut HostPages, marks: &[u32], capacity: usize) -> Result<Vec<u32>> {
    let changes = pages.apply_marks(marks);
    Usage { wanted: pages.wanted, mapped: capacity - pages.free.len(), capacity }.check()?;
    Ok(changes.map_or_else(Vec::new, |changes| changes.fresh.into_iter().map(|(page, _)| page).collect()))
}

/// Draws each value as a point on its texel of the memory.
pub(in crate::algorithms) fn draw_points(
    device: &Device,
    values: &[f32],
    places: &[[f32; 2]],
    memory: &mut Stream<f32>,
) -> Result<()> {
    if values.is_empty() {
        return Ok(());
    }
    let call = device.kernel(&POINTS)?;
    let values = device.stream_in(Layout::Linear, values.len(), values)?;
    let places = device.stream_in(Layout::Linear, places.len(), places)?;
    let call = call.call().vertex_stream("source", &values).vertex_stream("place", &places);
    call.output("gl_FragColor", memory).points(values.len()).run()
}
