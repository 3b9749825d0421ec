//! Reference of the volume: loops on one thread.

use super::{Chimney, DAMPED_WEIGHT, Smoke};
use crate::Result;
use nalgebra::{Vector3, Vector4};

type CellIndex = [i32; 3];

/// Returns the volume after `steps` steps.
///
/// # Errors
/// As [`super::Volume::new`].
// ANCHOR: reference
pub fn reference(start: &Smoke, chimney: &Chimney, steps: usize) -> Result<Smoke> {
    chimney.check_values()?;
    let mut state = Smoke { size: start.size, cells: start.checked_cells()? };
    let mut pressure = vec![0.0; state.cells.len()];
    for _ in 0..if state.cells.is_empty() { 0 } else { steps } {
        state.cells = cell_indices(state.size)
            .map(|cell| advect_cell(&state, chimney, cell))
            .collect();
        let divergence: Vec<f32> = cell_indices(state.size)
            .map(|cell| {
                (0..3)
                    .map(|axis| state_at(&state, neighbour_cell(cell, axis, 1))[axis] - state_at(&state, cell)[axis])
                    .sum()
            })
            .collect();
        for _ in 0..chimney.sweeps {
            pressure = cell_indices(state.size)
                .zip(&divergence)
                .map(|(cell, divergence)| {
                    let now = pressure[linear_index(state.size, cell)];
                    let around = (0..6).map(|side| neighbour_cell(cell, side / 2, side as i32 % 2 * 2 - 1));
                    let inside = around.filter(|cell| is_in(state.size, *cell));
                    let (sum, open) = inside
                        .fold((0.0, 0), |(sum, open), cell| (sum + pressure[linear_index(state.size, cell)], open + 1));
                    let asked = (sum - divergence) / open.max(1) as f32;
                    if open == 0 { 0.0 } else { now + DAMPED_WEIGHT * (asked - now) }
                })
                .collect();
        }
        for (cell, flow) in cell_indices(state.size).zip(&mut state.cells) {
            for axis in (0..3).filter(|axis| cell[*axis] > 0) {
                let before = linear_index(state.size, neighbour_cell(cell, axis, -1));
                flow[axis] -= pressure[linear_index(state.size, cell)] - pressure[before];
            }
        }
    }
    Ok(state)
}
// ANCHOR_END: reference

fn cell_indices([columns, rows, slices]: [usize; 3]) -> impl Iterator<Item = CellIndex> {
    let [columns, rows, cells] = [columns, rows, columns * rows * slices];
    (0..cells).map(move |i| [i % columns, i / columns % rows, i / columns / rows].map(|at| at as i32))
}

fn linear_index(size: [usize; 3], [x, y, z]: CellIndex) -> usize {
    (z as usize * size[1] + y as usize) * size[0] + x as usize
}

fn is_in(size: [usize; 3], cell: CellIndex) -> bool {
    (0..3).all(|axis| (0..size[axis] as i32).contains(&cell[axis]))
}

fn neighbour_cell(mut cell: CellIndex, axis: usize, step: i32) -> CellIndex {
    cell[axis] += step;
    cell
}

/// Returns the state of a cell; outside of the grid that of the nearest cell, but no flow across the last cells' faces.
fn state_at(state: &Smoke, cell: CellIndex) -> Vector4<f32> {
    let last = state.size.map(|cells| cells as i32 - 1);
    let inside = [0, 1, 2].map(|axis| cell[axis].clamp(0, last[axis]));
    let now = state.cells[linear_index(state.size, inside)];
    Vector4::from_fn(|lane, _| if lane < 3 && cell[lane] > last[lane] { 0.0 } else { now[lane] })
}

fn interpolate_at(state: &Smoke, place: Vector3<f32>) -> Vector4<f32> {
    let low = place.map(f32::floor);
    let part = place - low;
    let corner = |x: i32, y: i32, z: i32| state_at(state, [low.x as i32 + x, low.y as i32 + y, low.z as i32 + z]);
    let line = |y: i32, z: i32| corner(0, y, z).lerp(&corner(1, y, z), part.x);
    let slice = |z: i32| line(0, z).lerp(&line(1, z), part.y);
    slice(0).lerp(&slice(1), part.z)
}

fn advect_cell(state: &Smoke, chimney: &Chimney, cell: CellIndex) -> Vector4<f32> {
    let place = Vector3::from(cell.map(|at| at as f32));
    let now = state_at(state, cell);
    // The velocity at the centre of one axis' face, or, for the fourth channel, at the cell's own centre.
    let flow = |lane: usize| {
        Vector3::from_fn(|axis, _| match lane {
            3 => 0.5 * (now[axis] + state_at(state, neighbour_cell(cell, axis, 1))[axis]),
            lane if lane == axis => now[axis],
            lane => {
                let behind = neighbour_cell(cell, lane, -1);
                let near = state_at(state, cell)[axis] + state_at(state, behind)[axis];
                0.25 * (near
                    + (state_at(state, neighbour_cell(cell, axis, 1))[axis]
                        + state_at(state, neighbour_cell(behind, axis, 1))[axis]))
            }
        })
    };
    let mut later = Vector4::from_fn(|lane, _| {
        let from = place - flow(lane) * chimney.interval;
        interpolate_at(
            state,
            Vector3::from_fn(|axis, _| from[axis].clamp(0.0, find_last_place(axis, lane, state.size))),
        )[lane]
    });
    later.w *= chimney.fade;
    later.y -= chimney.interval * chimney.rise * 0.5 * (now.w + state_at(state, neighbour_cell(cell, 1, -1)).w);
    let away = place.add_scalar(0.5) - chimney.source.xyz();
    let share = (1.0 - away.norm_squared() / (chimney.source.w * chimney.source.w)).max(0.0);
    later = later.lerp(&chimney.given, share * share);
    Vector4::from_fn(|lane, _| if lane < 3 && cell[lane] == 0 { 0.0 } else { later[lane] })
}

fn find_last_place(axis: usize, lane: usize, size: [usize; 3]) -> f32 {
    (size[axis] - usize::from(axis != lane)) as f32
}
