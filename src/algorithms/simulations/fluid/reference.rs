//! The same fluid by loops on one thread, in `f32`: what the kernels are compared with, and timed against.

use super::pressure::{COARSEST_CELLS, DAMPED, PAIR};
use super::walls::Walls;
use super::{Pressure, Setting, State};
use crate::Result;
use nalgebra::{DMatrix, Vector2, Vector4};

type Flow = Vector2<f32>;

// ANCHOR: reference
/// The fluid after so many steps.
///
/// # Errors
/// As [`super::Fluid::new`].
pub fn reference(start: &State, setting: &Setting, steps: usize) -> Result<State> {
    let mut plain = Plain::new(start, setting.clone())?;
    plain.steps(steps);
    Ok(plain.state)
}

/// A fluid on the host, which goes on step by step.
pub struct Plain {
    /// How it is now.
    pub state: State,
    setting: Setting,
    pressure: Vec<f32>,
    grids: Grids,
}

impl Plain {
    /// A fluid that starts so.
    ///
    /// # Errors
    /// As [`super::Fluid::new`].
    pub fn new(start: &State, setting: Setting) -> Result<Plain> {
        start.check()?;
        setting.check()?;
        let mut state = start.clone();
        let grids = Grids::new(Walls::new(state.size, &state.solid), setting.pressure)?;
        state.velocity = grids.walls[0].stop(&state.velocity);
        Ok(Plain { pressure: vec![0.0; state.velocity.len()], state, setting, grids })
    }

    /// So many steps.
    pub fn steps(&mut self, steps: usize) {
        let Plain { state, setting, pressure, grids } = self;
        for _ in 0..if state.velocity.is_empty() { 0 } else { steps } {
            let force = forces(state, setting);
            state.velocity = carried(state, setting, &force, &grids.walls[0]);
            grids.solve(setting.pressure, &divergence(state), pressure);
            project(state, pressure, &grids.walls[0]);
            state.dye = dyed(state, setting);
        }
    }
}
// ANCHOR_END: reference

/// What is at a cell; outside what is at the nearest cell, but nothing flows behind the last one's right and lower face.
fn flow_at(State { size: [columns, rows], velocity, .. }: &State, x: i32, y: i32) -> Flow {
    let (last_x, last_y) = (*columns as i32 - 1, *rows as i32 - 1);
    let flow = velocity[y.clamp(0, last_y) as usize * columns + x.clamp(0, last_x) as usize];
    Vector2::new(if x > last_x { 0.0 } else { flow.x }, if y > last_y { 0.0 } else { flow.y })
}

fn middle(state: &State, x: i32, y: i32) -> Flow {
    let next = Vector2::new(flow_at(state, x + 1, y).x, flow_at(state, x, y + 1).y);
    (flow_at(state, x, y) + next) * 0.5
}

fn share(jet: &super::Jet, x: i32, y: i32) -> f32 {
    let (dx, dy) = (x as f32 + 0.5 - jet.place[0], y as f32 + 0.5 - jet.place[1]);
    (1.0 - (dx * dx + dy * dy) / (jet.radius * jet.radius)).max(0.0).powi(2)
}

fn forces(state: &State, setting: &Setting) -> Vec<Flow> {
    let curl = |x, y| {
        let now = flow_at(state, x, y);
        now.y - flow_at(state, x - 1, y).y - (now.x - flow_at(state, x, y - 1).x)
    };
    cells(state.size, |x, y| {
        let [a, b, c, d] = [curl(x, y), curl(x + 1, y), curl(x, y + 1), curl(x + 1, y + 1)];
        let slope = Vector2::new(b.abs() + d.abs() - a.abs() - c.abs(), c.abs() + d.abs() - a.abs() - b.abs()) * 0.5;
        let uphill = slope / (slope.norm() + 1.0);
        let mut push = Vector2::new(uphill.y, -uphill.x) * (setting.confinement * 0.25 * (a + b + c + d));
        for jet in &setting.jets {
            push += (Vector2::from(jet.flow) - middle(state, x, y)) * (share(jet, x, y) / setting.interval);
        }
        push
    })
}

fn carried(state: &State, setting: &Setting, force: &[Flow], walls: &Walls) -> Vec<Flow> {
    let [columns, rows] = state.size;
    let interval = setting.interval;
    let from = |place: Flow| {
        let now = between(place, |x, y| flow_at(state, x, y));
        if setting.viscosity == 0.0 {
            return now;
        }
        let beside = [Vector2::new(-1.0, 0.0), Vector2::new(1.0, 0.0), Vector2::new(0.0, -1.0), Vector2::new(0.0, 1.0)];
        let sum: Flow = beside
            .iter()
            .map(|step| between(place + step, |x, y| flow_at(state, x, y)))
            .sum();
        now + (sum - now * 4.0) * (interval * setting.viscosity)
    };
    let velocity = cells(state.size, |x, y| {
        let now = flow_at(state, x, y);
        let (left, above) = (flow_at(state, x - 1, y), flow_at(state, x, y - 1));
        let (right, below) = (flow_at(state, x + 1, y), flow_at(state, x, y + 1));
        let down = 0.25 * (now.y + left.y + below.y + flow_at(state, x - 1, y + 1).y);
        let along = 0.25 * (now.x + right.x + above.x + flow_at(state, x + 1, y - 1).x);
        let back = |flow: Flow, most_x: usize, most_y: usize| {
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
    walls.stop(&velocity)
}

fn divergence(state: &State) -> Vec<f32> {
    cells(state.size, |x, y| {
        let now = flow_at(state, x, y);
        flow_at(state, x + 1, y).x - now.x + (flow_at(state, x, y + 1).y - now.y)
    })
}

fn project(state: &mut State, pressure: &[f32], walls: &Walls) {
    let columns = state.size[0];
    for (i, flow) in state.velocity.iter_mut().enumerate() {
        let [left, _, above, _] = walls.around(i % columns, i / columns);
        if left > 0 {
            flow.x -= pressure[i] - pressure[i - 1];
        }
        if above > 0 {
            flow.y -= pressure[i] - pressure[i - columns];
        }
    }
}

fn dyed(state: &State, setting: &Setting) -> Vec<Vector4<f32>> {
    let [columns, rows] = state.size.map(|cells| cells as i32 - 1);
    let dye_at = |x: i32, y: i32| state.dye[(y.min(rows) * (columns + 1) + x.min(columns)) as usize];
    cells(state.size, |x, y| {
        let place = Vector2::new(x as f32, y as f32) - middle(state, x, y) * setting.interval;
        let place = Vector2::new(place.x.clamp(0.0, columns as f32), place.y.clamp(0.0, rows as f32));
        let mut dye = between(place, dye_at) * setting.fade;
        for jet in &setting.jets {
            dye = dye.lerp(&jet.colour, share(jet, x, y));
        }
        dye
    })
}

fn cells<T>([columns, rows]: [usize; 2], cell: impl Fn(i32, i32) -> T) -> Vec<T> {
    (0..rows as i32)
        .flat_map(|y| (0..columns as i32).map(move |x| (x, y)))
        .map(|(x, y)| cell(x, y))
        .collect()
}

/// The mean of the four cells around a place, each the more, the nearer it is.
fn between<const N: usize>(
    place: Flow,
    at: impl Fn(i32, i32) -> nalgebra::SVector<f32, N>,
) -> nalgebra::SVector<f32, N> {
    let (x, y) = (place.x.floor(), place.y.floor());
    let part = Vector2::new(place.x - x, place.y - y);
    let (x, y) = (x as i32, y as i32);
    let upper = at(x, y).lerp(&at(x + 1, y), part.x);
    let lower = at(x, y + 1).lerp(&at(x + 1, y + 1), part.x);
    upper.lerp(&lower, part.y)
}

/// The grids of the pressure, the finest first, and the inverse matrix of the coarsest.
struct Grids {
    walls: Vec<Walls>,
    inverse: DMatrix<f32>,
}

impl Grids {
    fn new(walls: Walls, pressure: Pressure) -> Result<Grids> {
        let mut walls = vec![walls];
        let mut inverse = DMatrix::zeros(0, 0);
        if matches!(pressure, Pressure::Multigrid { .. }) {
            while let Some(last) = walls.last().filter(|last| last.size[0] * last.size[1] > COARSEST_CELLS) {
                walls.push(last.coarser());
            }
            inverse = walls[walls.len() - 1].inverse()?.cast();
        }
        Ok(Grids { walls, inverse })
    }

    fn solve(&self, method: Pressure, divergence: &[f32], pressure: &mut Vec<f32>) {
        match method {
            Pressure::Jacobi { sweeps } => (0..sweeps).for_each(|_| self.sweep(0, DAMPED, divergence, pressure)),
            Pressure::Multigrid { cycles } => (0..cycles).for_each(|_| self.cycle(0, divergence, pressure)),
        }
    }

    fn cycle(&self, level: usize, divergence: &[f32], pressure: &mut Vec<f32>) {
        let Walls { size: [columns, rows], .. } = self.walls[level];
        if level + 1 == self.walls.len() {
            *pressure = (&self.inverse * DMatrix::from_column_slice(divergence.len(), 1, divergence))
                .as_slice()
                .to_vec();
            return;
        }
        self.sweep(level, PAIR[0], divergence, pressure);
        self.sweep(level, PAIR[1], divergence, pressure);

        let coarser = &self.walls[level + 1];
        let mut rest = vec![0.0; coarser.size[0] * coarser.size[1]];
        for y in 0..rows {
            for x in 0..columns {
                let i = y * columns + x;
                let (sum, open) = self.around(level, pressure, x, y);
                rest[y / 2 * coarser.size[0] + x / 2] += divergence[i] - (sum - open * pressure[i]);
            }
        }
        let mut found = vec![0.0; rest.len()];
        self.cycle(level + 1, &rest, &mut found);
        for y in 0..rows {
            for x in 0..columns {
                let cell = y / 2 * coarser.size[0] + x / 2;
                let [left, right, above, below] = coarser.around(x / 2, y / 2);
                let beside = if x % 2 == 0 { (left, cell.wrapping_sub(1)) } else { (right, cell + 1) };
                let end = if y % 2 == 0 {
                    (above, cell.wrapping_sub(coarser.size[0]))
                } else {
                    (below, cell + coarser.size[0])
                };
                let other = |(open, other): (u8, usize)| found[if open > 0 { other } else { cell }];
                pressure[y * columns + x] += 0.5 * found[cell] + 0.25 * (other(beside) + other(end));
            }
        }
        self.sweep(level, PAIR[1], divergence, pressure);
        self.sweep(level, PAIR[0], divergence, pressure);
    }

    /// The pressures around a cell as far as its faces are open, and how far they are.
    fn around(&self, level: usize, pressure: &[f32], x: usize, y: usize) -> (f32, f32) {
        let walls = &self.walls[level];
        let (columns, i) = (walls.size[0], y * walls.size[0] + x);
        let others = [i.wrapping_sub(1), i + 1, i.wrapping_sub(columns), i + columns];
        let mut all = (0.0, 0.0);
        for (face, other) in walls.around(x, y).into_iter().zip(others) {
            if face > 0 {
                let open = f32::from(face) / 128.0;
                all = (all.0 + open * pressure[other], all.1 + open);
            }
        }
        all
    }

    fn sweep(&self, level: usize, weight: f32, divergence: &[f32], pressure: &mut Vec<f32>) {
        let columns = self.walls[level].size[0];
        let now = std::mem::take(pressure);
        pressure.extend(now.iter().zip(divergence).enumerate().map(|(i, (old, divergence))| {
            let (sum, open) = self.around(level, &now, i % columns, i / columns);
            if open > 0.0 { old + weight * ((sum - divergence) / open - old) } else { 0.0 }
        }));
    }
}
