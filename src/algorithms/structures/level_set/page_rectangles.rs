//! The rectangles that draw the pages in use on a card that computes no address per fragment.

use crate::algorithms::page_table::{SIDE, WANTED, pages_of};
use crate::{Call, Device, Layout, Plan, Result, Stream, Topology};

/// From a cell to its neighbours before and after it along an axis, in texels of the memory.
type Ways = [[f32; 2]; 2];

/// Some columns or rows of a page whose cells have their neighbours equally far away.
struct Span {
    from: usize,
    to: usize,
    ways: Ways,
    /// False for those beyond the volume.
    inside: bool,
}

// ANCHOR: spans
/// Splits a page along one axis: the first cell, those between, the last one, and what is beyond the volume. `cells`
/// are from the page's start to the volume's end, `one` is the way to the next cell, and `out` leads to the cells of the
/// pages before and after it.
fn split_page(cells: usize, one: [f32; 2], out: Ways) -> Vec<Span> {
    let cells = cells.min(SIDE);
    let mut ends = vec![0, 1, cells - 1, cells, SIDE];
    ends.sort_unstable();
    ends.dedup();
    let between = [one.map(|texels| -texels), one];
    let spans = ends.iter().zip(&ends[1..]).map(|(from, to)| {
        let before = if *from == 0 { out[0] } else { between[0] };
        let after = if *to == cells { out[1] } else { between[1] };
        Span { from: *from, to: *to, ways: [before, after], inside: *from < cells }
    });
    spans.collect()
}
// ANCHOR_END: spans

/// The pages that are drawn, and where they and their speeds are.
pub(super) struct PageMap<'a> {
    /// The physical page of each virtual page.
    pub table: &'a [u32],
    /// Cells of the volume along x, y and z.
    pub extent: [usize; 3],
    /// Physical pages side by side in the memory.
    pub columns: usize,
    /// The place of each cell's speed.
    pub speeds: Plan,
}

/// The corners of all rectangles, six for each: two triangles.
pub(super) struct PageRectangles {
    place: Stream<[f32; 4]>,
    beside: Stream<[f32; 4]>,
    above: Stream<[f32; 4]>,
    beyond: Stream<[f32; 4]>,
    /// Number of corners.
    pub count: usize,
}

impl PageRectangles {
    /// Uploads the rectangles of all pages in use.
    pub(super) fn upload_pages(device: &Device, map: &PageMap) -> Result<PageRectangles> {
        let mut corners = Corners::default();
        for (page, memory) in map.table.iter().enumerate().filter(|(_, memory)| **memory >= WANTED) {
            corners.add_page(map, page, *memory);
        }
        let count = corners.place.len();
        let stream = |corners: &[[f32; 4]]| device.stream_in(Layout::Linear, count, corners);
        let [place, beside] = [stream(&corners.place)?, stream(&corners.beside)?];
        Ok(PageRectangles { place, beside, above: stream(&corners.above)?, beyond: stream(&corners.beyond)?, count })
    }

    /// Runs a call with the rectangles.
    pub(super) fn draw<'a>(&'a self, call: Call<'a>) -> Result<()> {
        call.vertex_stream("place", &self.place)
            .vertex_stream("beside", &self.beside)
            .vertex_stream("above", &self.above)
            .vertex_stream("beyond", &self.beyond)
            .vertices(Topology::Triangles, self.count)
            .run()
    }
}

/// The streams of corners on the host.
#[derive(Default)]
struct Corners {
    place: Vec<[f32; 4]>,
    beside: Vec<[f32; 4]>,
    above: Vec<[f32; 4]>,
    beyond: Vec<[f32; 4]>,
}

impl Corners {
    // ANCHOR: page
    /// Adds the rectangles of a page: each of its spans of columns with each of its spans of rows.
    fn add_page(&mut self, map: &PageMap, page: usize, memory: u32) {
        let [across, up, slices] = pages_of(map.extent);
        let [x, y, z] = [page % across, page / across % up, page / (across * up)];
        let origin =
            |page: u32| [page as usize % map.columns, page as usize / map.columns].map(|at| (at * SIDE) as f32);
        let own = origin(memory);
        // Beyond the volume's faces a cell sees itself.
        let way = |exists: bool, other: usize, [right, down]: [f32; 2]| match exists {
            true => [origin(map.table[other])[0] - own[0] + right, origin(map.table[other])[1] - own[1] + down],
            false => [0.0; 2],
        };
        let (last, slice) = (SIDE as f32 - 1.0, across * up);
        let beside = [way(x > 0, page.wrapping_sub(1), [last, 0.0]), way(x + 1 < across, page + 1, [-last, 0.0])];
        let above = [way(y > 0, page.wrapping_sub(across), [0.0, last]), way(y + 1 < up, page + across, [0.0, -last])];
        let beyond = [way(z > 0, page.wrapping_sub(slice), [0.0; 2]), way(z + 1 < slices, page + slice, [0.0; 2])];
        let [width, height, _] = map.extent;
        let speeds = map.speeds.address(z * width * height);
        let first = [speeds.x + x * SIDE, speeds.y + y * SIDE].map(|at| at as f32);
        for row in split_page(height - y * SIDE, [0.0, 1.0], above) {
            for column in split_page(width - x * SIDE, [1.0, 0.0], beside) {
                let inside = column.inside && row.inside;
                let ways = [column.ways, row.ways, beyond].map(|ways| if inside { ways } else { Ways::default() });
                self.add_rectangle(&column, &row, own, first, ways);
            }
        }
    }
    // ANCHOR_END: page

    fn add_rectangle(&mut self, column: &Span, row: &Span, own: [f32; 2], first: [f32; 2], ways: [Ways; 3]) {
        let [left, right, low, high] = [column.from, column.to, row.from, row.to].map(|at| at as f32);
        for [x, y] in [[left, low], [right, low], [left, high], [left, high], [right, low], [right, high]] {
            self.place.push([own[0] + x, own[1] + y, first[0] + x, first[1] + y]);
            let lists = [&mut self.beside, &mut self.above, &mut self.beyond];
            for (list, [before, after]) in lists.into_iter().zip(ways) {
                list.push([before[0], before[1], after[0], after[1]]);
            }
        }
    }
}
