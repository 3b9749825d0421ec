//! Reference of the method as the papers write it: each cell collides, then pushes its distributions to its
//! neighbours.

use super::flow::{DIRECTIONS, Distributions, Flow, Site, WEIGHTS};

/// The opposite of each direction.
const OPPOSITE: [usize; 9] = [0, 3, 4, 1, 2, 7, 8, 5, 6];

// ANCHOR: reference
/// Returns the distributions after `steps` steps, in `f64`. A step here, as on the devices, is streaming and then
/// a collision.
pub fn reference(flow: &Flow, start: &[Distributions], steps: usize) -> Vec<[f64; 9]> {
    let [width, height] = flow.size;
    let mut now: Vec<[f64; 9]> = start.iter().map(|f| f.map(f64::from)).collect();
    for _ in 0..steps {
        let mut next = vec![[0.0; 9]; now.len()];
        for (at, sent) in now.iter().enumerate().filter(|(at, _)| !is_wall(flow.cells[*at])) {
            for i in 0..9 {
                let [dx, dy] = DIRECTIONS[i].map(|part| part as isize);
                let x = (at % width + width).wrapping_add_signed(dx) % width;
                let y = (at / width + height).wrapping_add_signed(dy) % height;
                let there = y * width + x;
                // A wall reflects it. A sliding wall adds its momentum.
                let along = dx as f64 * f64::from(flow.velocity[0]) + dy as f64 * f64::from(flow.velocity[1]);
                match flow.cells[there] {
                    Site::Wall => next[at][OPPOSITE[i]] = sent[i],
                    Site::Sliding => next[at][OPPOSITE[i]] = sent[i] - 6.0 * WEIGHTS[i] * along,
                    Site::Fluid | Site::Held => next[there][i] = sent[i],
                }
            }
        }
        for (f, cell) in next.iter_mut().zip(&flow.cells) {
            match cell {
                Site::Fluid => *f = collide_cell(flow, f),
                Site::Held => *f = equilibrium_at(0.0, flow.velocity.map(f64::from)),
                Site::Wall | Site::Sliding => {}
            }
        }
        now = next;
    }
    now
}
// ANCHOR_END: reference

// ANCHOR: collided
fn collide_cell(flow: &Flow, f: &[f64; 9]) -> [f64; 9] {
    let [even, odd] = flow.relaxation_rates();
    let force = flow.force.map(f64::from);
    let velocity = [sum_parts(|d| d[0], f) + force[0] / 2.0, sum_parts(|d| d[1], f) + force[1] / 2.0];
    let wanted = equilibrium_at(sum_parts(|_| 1, f), velocity);
    std::array::from_fn(|i| {
        let back = OPPOSITE[i];
        let pushed = f64::from(DIRECTIONS[i][0]) * force[0] + f64::from(DIRECTIONS[i][1]) * force[1];
        f[i] + even * ((wanted[i] - f[i]) + (wanted[back] - f[back])) / 2.0
            + odd * ((wanted[i] - f[i]) - (wanted[back] - f[back])) / 2.0
            + (1.0 - odd / 2.0) * 3.0 * WEIGHTS[i] * pushed
    })
}

fn sum_parts(part: fn([i32; 2]) -> i32, f: &[f64; 9]) -> f64 {
    (0..9).map(|i| f64::from(part(DIRECTIONS[i])) * f[i]).sum::<f64>()
}

fn equilibrium_at(density: f64, [x, y]: [f64; 2]) -> [f64; 9] {
    std::array::from_fn(|i| {
        let along = f64::from(DIRECTIONS[i][0]) * x + f64::from(DIRECTIONS[i][1]) * y;
        WEIGHTS[i] * (density + 3.0 * along + 4.5 * along * along - 1.5 * (x * x + y * y))
    })
}
// ANCHOR_END: collided

fn is_wall(cell: Site) -> bool {
    matches!(cell, Site::Wall | Site::Sliding)
}
