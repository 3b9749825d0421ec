//! The host program of stencil routing: four slots per cell, counted by the stencil test.

use crate::{Host, Input, Numbers};
use gristmill::{Compare, DepthStencilState, KernelSource, Layout, Result, StencilUpdate};

/// Cells along a row, and rows of cells.
const CELL_GRID: [usize; 2] = [4, 2];
/// The stencil value of a slot that accepts the next element.
const OPEN_SLOT: u8 = 128;
/// The content of an empty slot.
const NOWHERE: u32 = u32::MAX;

/// Draws each element as a point over the four slots of its cell.
const CELL_POINTS_KERNEL: &str = "#version 330 core
in uint cell;
flat out uint element;
void main() {
    vec2 place = (vec2(cell % 4u, cell / 4u) + 0.5) / vec2(4.0, 2.0);
    gl_Position = vec4(place * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 2.0;
    element = uint(gl_VertexID);
}";
const ELEMENT_KERNEL: &str = "#version 330 core
flat in uint element;
layout(location = 0) out uint lists;
void main() { lists = element; }";

/// Clears the slots with the answer, one after another, and routes the elements.
pub(super) fn route_elements(host: &Host<'_>) -> Result<Numbers> {
    let [width, height] = CELL_GRID.map(|cells| 2 * cells);
    let device = host.device();
    let mut lists = host.result::<u32>([width, height])?;
    let mut stencil = device.depth_stencil(width, height)?;
    for slot in 0..4_u8 {
        let reference = OPEN_SLOT - slot;
        let on_pass = StencilUpdate::Replace;
        let emptied = DepthStencilState { reference, on_pass, ..DepthStencilState::default() };
        let call = host.call().uniform("slot", i32::from(slot)).output("lists", &mut lists);
        call.depth_stencil(&mut stencil, emptied).run()?;
    }
    let cells = device.stream_in(Layout::Linear, host.input().size(), &host.input().whole(0))?;
    let open = DepthStencilState {
        stencil: Compare::Equal,
        reference: OPEN_SLOT,
        on_pass: StencilUpdate::Increment,
        on_fail: StencilUpdate::Increment,
        ..DepthStencilState::default()
    };
    let route = device.kernel(&KernelSource::new("route").vertex(CELL_POINTS_KERNEL).fragment(ELEMENT_KERNEL))?;
    let call = route.call().vertex_stream("cell", &cells).output("lists", &mut lists);
    call.depth_stencil(&mut stencil, open).points(cells.len()).run()?;
    host.read(&lists)
}

/// Returns the first four elements of each cell, in its square of slots.
pub(super) fn expected_slots(input: &Input) -> Numbers {
    let [columns, rows] = CELL_GRID;
    let mut lists = vec![NOWHERE; 4 * columns * rows];
    let mut counts = vec![0; columns * rows];
    for (element, cell) in (0..).zip(input.whole(0)) {
        let cell = cell as usize;
        let slot = counts[cell];
        counts[cell] += 1;
        if slot < 4 {
            let x = 2 * (cell % columns) + slot % 2;
            let y = 2 * (cell / columns) + slot / 2;
            lists[y * 2 * columns + x] = element;
        }
    }
    Numbers::Whole(lists)
}
