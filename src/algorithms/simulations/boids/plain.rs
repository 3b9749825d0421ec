//! The flock in plain Rust: by all pairs, to judge by, and by the grid, to be measured against.

use super::{Rules, State};
use crate::algorithms::hash_grid::Fold;
use nalgebra::{Vector3, Vector4};

// ANCHOR: reference
/// The flock after so many ticks: each bird looks at all others. Sums are in 64 bits, and rounded once a tick.
pub fn reference(start: &State, rules: &Rules, ticks: usize) -> State {
    let wide = |vectors: &[Vector4<f32>]| vectors.iter().map(|v| v.xyz().cast::<f64>()).collect::<Vec<_>>();
    let fades = |squared: f64, far: f32| (1.0 - squared / f64::from(far).powi(2)).max(0.0);
    let [separation, alignment, cohesion] = [rules.separation, rules.alignment, rules.cohesion].map(f64::from);
    let [cruise, fastest, interval] = [rules.cruise, rules.fastest, rules.interval].map(f64::from);
    let goal = rules.goal.coords.cast::<f64>();
    let mut state = start.clone();
    for _ in 0..ticks {
        let (places, speeds) = (wide(&state.position), wide(&state.velocity));
        for (bird, (place, speed)) in places.iter().zip(&speeds).enumerate() {
            let (mut turn, mut apart, mut weight) = (Vector3::zeros(), Vector3::zeros(), 0.0);
            for (other, drift) in places.iter().zip(&speeds) {
                let way = other - place;
                let near = fades(way.norm_squared(), rules.radius);
                let close = fades(way.norm_squared(), rules.closest);
                turn += ((drift - speed) * alignment + way * cohesion) * near;
                apart -= way * separation * close;
                weight += near;
            }
            turn = turn / weight + apart;
            turn += (goal - place) * f64::from(rules.pull) / ((goal - place).norm() + 1.0);
            turn += speed * f64::from(rules.eagerness) * (1.0 - speed.norm_squared() / cruise.powi(2));
            let speed = speed + turn * interval;
            let speed = speed * fastest / speed.norm().max(fastest);
            let place = place + speed * interval;
            state.position[bird] = place.cast::<f32>().push(state.position[bird].w);
            state.velocity[bird] = speed.cast::<f32>().push(0.0);
        }
    }
    state
}
// ANCHOR_END: reference

// ANCHOR: reference_grid
/// The same by the grid, on one thread, in 32 bits: birds are counted in their buckets, placed, and look at the 27 cells around. The birds
/// come out in the order of the buckets. No crowd is too large for a loop here.
pub fn reference_grid(start: &State, rules: &Rules, ticks: usize) -> State {
    let Ok(fold) = Fold::new(start.position.len(), rules.radius) else { return start.clone() };
    let (mut now, mut next) = (start.clone(), start.clone());
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
            (now.position[bird], now.velocity[bird]) = flown(&next, bird, rules, &fold, &starts);
        }
    }
    now
}

/// One bird a tick later.
fn flown(flock: &State, bird: usize, rules: &Rules, fold: &Fold, starts: &[u32]) -> (Vector4<f32>, Vector4<f32>) {
    let (place, speed) = (flock.position[bird], flock.velocity[bird]);
    let [sight, keep] = [rules.radius, rules.closest].map(|far| 1.0 / (far * far));
    let [mut apart, mut along, mut together] = [Vector4::zeros(); 3];
    let mut weight = 0.0;
    let cell = fold.cell_of(&place);
    for row in 0..9 {
        for buckets in fold.row_of([cell[0], cell[1] + row % 3 - 1, cell[2] + row / 3 - 1]) {
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
