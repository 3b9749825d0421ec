//! Reference of the flock by the grid, in plain Rust.

use super::{HostBirds, Rules};
use crate::algorithms::hash_grid::Fold;
use nalgebra::Vector4;

// ANCHOR: reference_grid
/// Computes the same by the grid, on one thread, in 32 bits: counts the birds in their buckets, places them,
/// and looks at the 27 cells around each. Returns the birds in the order of the buckets. There is no limit on
/// the birds in a cell here.
pub fn reference_grid(start: &HostBirds, rules: &Rules, ticks: usize) -> HostBirds {
    let Ok(fold) = Fold::new(start.position.len(), rules.radius) else { return start.clone() };
    let mut now = start.clone();
    let mut next = start.clone();
    let mut starts = vec![0_u32; fold.buckets() + 1];
    let mut ranks: Vec<(u32, u32)> = Vec::new();
    for _ in 0..ticks {
        starts.fill(0);
        ranks.clear();
        for place in &now.position {
            let bucket = fold.bucket_of(fold.cell_of(place));
            ranks.push((bucket as u32, starts[bucket]));
            starts[bucket] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        for ((place, speed), (bucket, rank)) in now.position.iter().zip(&now.velocity).zip(&ranks) {
            let at = (starts[*bucket as usize] + rank) as usize;
            (next.position[at], next.velocity[at]) = (*place, *speed);
        }
        for bird in 0..next.position.len() {
            (now.position[bird], now.velocity[bird]) = advance_bird(&next, bird, rules, &fold, &starts);
        }
    }
    now
}

/// Advances one bird by a tick.
fn advance_bird(
    flock: &HostBirds,
    bird: usize,
    rules: &Rules,
    fold: &Fold,
    starts: &[u32],
) -> (Vector4<f32>, Vector4<f32>) {
    let place = flock.position[bird];
    let speed = flock.velocity[bird];
    let [sight, keep] = [rules.radius, rules.closest].map(|far| 1.0 / (far * far));
    let [mut apart, mut along, mut together] = [Vector4::zeros(); 3];
    let mut weight = 0.0;
    let cell = fold.cell_of(&place);
    for row in 0..9 {
        for buckets in fold.row_buckets([cell[0], cell[1] + row % 3 - 1, cell[2] + row / 3 - 1]) {
            let birds = starts[buckets.start] as usize..starts[buckets.end] as usize;
            for (other, drift) in flock.position[birds.clone()].iter().zip(&flock.velocity[birds]) {
                let way = other - place;
                let squared = way.x * way.x + way.y * way.y + way.z * way.z;
                let near = 1.0 - squared * sight;
                if near > 0.0 {
                    apart -= way * (1.0 - squared * keep).max(0.0);
                    along += (drift - speed) * near;
                    together += way * near;
                    weight += near;
                }
            }
        }
    }
    let turn = apart * rules.separation + (along * rules.alignment + together * rules.cohesion) / weight;
    let [place, old, turn] = [place, speed, turn].map(|vector| vector.xyz());
    let way = rules.goal.coords - place;
    let turn = turn + way * (rules.pull / (way.norm() + 1.0));
    let turn = turn + old * (rules.eagerness * (1.0 - old.norm_squared() / (rules.cruise * rules.cruise)));
    let new = old + turn * rules.interval;
    let new = new * (rules.fastest / new.norm().max(rules.fastest));
    ((place + new * rules.interval).push(flock.position[bird].w), new.push(0.0))
}
// ANCHOR_END: reference_grid
