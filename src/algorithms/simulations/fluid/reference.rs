//! Reference of the fluid: loops on one thread, in `f32`, for comparison and timing.

use super::reference_pressure::PressureGrids;
use super::walls::Walls;
use super::{Conditions, Fields};
use crate::Result;
use nalgebra::{Vector2, Vector4};

type Velocity = Vector2<f32>;

// ANCHOR: reference
/// Returns the fluid after `steps` steps.
///
/// # Errors
/// As [`super::Fluid::new`].
pub fn reference(start: &Fields, conditions: &Conditions, steps: usize) -> Result<Fields> {
    let mut plain = Plain::new(start, conditions.clone())?;
    plain.steps(steps);
    Ok(plain.state)
}

/// A fluid on the host that advances step by step.
#[derive(Debug)]
pub struct Plain {
    /// The current state.
    pub state: Fields,
    conditions: Conditions,
    pressure: Vec<f32>,
    grids: PressureGrids,
}
// ANCHOR_END: reference

impl Plain {
    /// Builds a fluid on the host from its initial state.
    ///
    /// # Errors
    /// As [`super::Fluid::new`].
    pub fn new(start: &Fields, conditions: Conditions) -> Result<Plain> {
        start.check_values()?;
        conditions.check_values()?;
        let mut state = start.clone();
        let grids = PressureGrids::new(Walls::new(state.size, &state.solid), conditions.pressure)?;
        state.velocity = grids.walls[0].stop_at_walls(&state.velocity);
        Ok(Plain { pressure: vec![0.0; state.velocity.len()], state, conditions, grids })
    }

    // ANCHOR: steps
    /// Advances the fluid by `steps` steps.
    pub fn steps(&mut self, steps: usize) {
        let Plain { state, conditions, pressure, grids } = self;
        for _ in 0..if state.velocity.is_empty() { 0 } else { steps } {
            let force = compute_forces(state, conditions);
            state.velocity = advect_velocity(state, conditions, &force, &grids.walls[0]);
            grids.solve_pressure(conditions.pressure, &compute_divergence(state), pressure);
            subtract_gradient(state, pressure, &grids.walls[0]);
            state.dye = advect_dye(state, conditions);
        }
    }
    // ANCHOR_END: steps
}

/// Returns the velocity of a cell; outside of the grid that of the nearest cell, but 0 across the right and lower
/// faces of the last cells.
fn flow_at(Fields { size: [columns, rows], velocity, .. }: &Fields, x: i32, y: i32) -> Velocity {
    let last_x = *columns as i32 - 1;
    let last_y = *rows as i32 - 1;
    let flow = velocity[y.clamp(0, last_y) as usize * columns + x.clamp(0, last_x) as usize];
    Vector2::new(if x > last_x { 0.0 } else { flow.x }, if y > last_y { 0.0 } else { flow.y })
}

fn centre_velocity(state: &Fields, x: i32, y: i32) -> Velocity {
    let next = Vector2::new(flow_at(state, x + 1, y).x, flow_at(state, x, y + 1).y);
    (flow_at(state, x, y) + next) * 0.5
}

fn jet_share(jet: &super::Jet, x: i32, y: i32) -> f32 {
    let dx = x as f32 + 0.5 - jet.place[0];
    let dy = y as f32 + 0.5 - jet.place[1];
    (1.0 - (dx * dx + dy * dy) / (jet.radius * jet.radius)).max(0.0).powi(2)
}

fn compute_forces(state: &Fields, conditions: &Conditions) -> Vec<Velocity> {
    map_cells(state.size, |x, y| {
        let [a, b, c, d] = [
            compute_curl(x, y, state),
            compute_curl(x + 1, y, state),
            compute_curl(x, y + 1, state),
            compute_curl(x + 1, y + 1, state),
        ];
        let slope = Vector2::new(b.abs() + d.abs() - a.abs() - c.abs(), c.abs() + d.abs() - a.abs() - b.abs()) * 0.5;
        let uphill = slope / (slope.norm() + 1.0);
        let mut push = Vector2::new(uphill.y, -uphill.x) * (conditions.confinement * 0.25 * (a + b + c + d));
        for jet in &conditions.jets {
            push +=
                (Vector2::from(jet.flow) - centre_velocity(state, x, y)) * (jet_share(jet, x, y) / conditions.interval);
        }
        push
    })
}

fn compute_curl(x: i32, y: i32, state: &Fields) -> f32 {
    let now = flow_at(state, x, y);
    now.y - flow_at(state, x - 1, y).y - (now.x - flow_at(state, x, y - 1).x)
}

fn advect_velocity(state: &Fields, conditions: &Conditions, force: &[Velocity], walls: &Walls) -> Vec<Velocity> {
    let [columns, rows] = state.size;
    let interval = conditions.interval;
    let from = |place: Velocity| {
        let now = interpolate_at(place, |x, y| flow_at(state, x, y));
        if conditions.viscosity == 0.0 {
            return now;
        }
        let beside = [Vector2::new(-1.0, 0.0), Vector2::new(1.0, 0.0), Vector2::new(0.0, -1.0), Vector2::new(0.0, 1.0)];
        let sum: Velocity = beside
            .iter()
            .map(|step| interpolate_at(place + step, |x, y| flow_at(state, x, y)))
            .sum();
        now + (sum - now * 4.0) * (interval * conditions.viscosity)
    };
    let velocity = map_cells(state.size, |x, y| {
        let now = flow_at(state, x, y);
        let left = flow_at(state, x - 1, y);
        let above = flow_at(state, x, y - 1);
        let right = flow_at(state, x + 1, y);
        let below = flow_at(state, x, y + 1);
        let down = 0.25 * (now.y + left.y + below.y + flow_at(state, x - 1, y + 1).y);
        let along = 0.25 * (now.x + right.x + above.x + flow_at(state, x + 1, y - 1).x);
        let back = |flow: Velocity, most_x: usize, most_y: usize| {
            let place = Vector2::new(x as f32, y as f32) - flow * interval;
            Vector2::new(place.x.clamp(0.0, most_x as f32), place.y.clamp(0.0, most_y as f32))
        };
        let i = y as usize * columns + x as usize;
        let before = [force[i.saturating_sub(1)].x, force[i.saturating_sub(columns)].y];
        let push = Vector2::new(force[i].x + before[0], force[i].y + before[1]) * (0.5 * interval);
        let flow_x = from(back(Vector2::new(now.x, down), columns, rows - 1)).x;
        let flow_y = from(back(Vector2::new(along, now.y), columns - 1, rows)).y;
        Vector2::new(flow_x, flow_y) + push
    });
    walls.stop_at_walls(&velocity)
}

fn compute_divergence(state: &Fields) -> Vec<f32> {
    map_cells(state.size, |x, y| {
        let now = flow_at(state, x, y);
        flow_at(state, x + 1, y).x - now.x + (flow_at(state, x, y + 1).y - now.y)
    })
}

fn subtract_gradient(state: &mut Fields, pressure: &[f32], walls: &Walls) {
    let columns = state.size[0];
    for (i, flow) in state.velocity.iter_mut().enumerate() {
        let [left, _, above, _] = walls.faces_of(i % columns, i / columns);
        if left > 0 {
            flow.x -= pressure[i] - pressure[i - 1];
        }
        if above > 0 {
            flow.y -= pressure[i] - pressure[i - columns];
        }
    }
}

fn advect_dye(state: &Fields, conditions: &Conditions) -> Vec<Vector4<f32>> {
    let [columns, rows] = state.size.map(|cells| cells as i32 - 1);
    let dye_at = |x: i32, y: i32| state.dye[(y.min(rows) * (columns + 1) + x.min(columns)) as usize];
    map_cells(state.size, |x, y| {
        let place = Vector2::new(x as f32, y as f32) - centre_velocity(state, x, y) * conditions.interval;
        let place = Vector2::new(place.x.clamp(0.0, columns as f32), place.y.clamp(0.0, rows as f32));
        let mut dye = interpolate_at(place, dye_at) * conditions.fade;
        for jet in &conditions.jets {
            dye = dye.lerp(&jet.colour, jet_share(jet, x, y));
        }
        dye
    })
}

fn map_cells<T>([columns, rows]: [usize; 2], cell: impl Fn(i32, i32) -> T) -> Vec<T> {
    (0..rows as i32)
        .flat_map(|y| (0..columns as i32).map(move |x| (x, y)))
        .map(|(x, y)| cell(x, y))
        .collect()
}

/// Interpolates linearly between the four cells around a place.
fn interpolate_at<const N: usize>(
    place: Velocity,
    at: impl Fn(i32, i32) -> nalgebra::SVector<f32, N>,
) -> nalgebra::SVector<f32, N> {
    let x = place.x.floor();
    let y = place.y.floor();
    let part = Vector2::new(place.x - x, place.y - y);
    let x = x as i32;
    let y = y as i32;
    let upper = at(x, y).lerp(&at(x + 1, y), part.x);
    let lower = at(x, y + 1).lerp(&at(x + 1, y + 1), part.x);
    upper.lerp(&lower, part.y)
}
