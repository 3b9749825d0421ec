//! Reference of the cloth on the host.

use super::{Fabric, HostParticles};
use nalgebra::{Vector3, Vector4};

// ANCHOR: reference
/// Computes the same by loops over steps, batches and constraints, in `f64`; the cloth is `columns` particles wide.
pub fn reference(start: &HostParticles, columns: usize, fabric: &Fabric, steps: usize) -> HostParticles {
    let interval = f64::from(fabric.interval);
    let rows = start.position.len() / columns.max(1);
    let mut now: Vec<Vector3<f64>> = start.position.iter().map(|place| place.xyz().cast()).collect();
    let mut velocity: Vec<Vector3<f64>> = start.velocity.iter().map(|speed| speed.xyz().cast()).collect();
    let inverse: Vec<f64> = start.position.iter().map(|place| f64::from(place.w)).collect();
    for _ in 0..steps {
        let mut next = now.clone();
        for (i, place) in next.iter_mut().enumerate().filter(|(i, _)| inverse[*i] != 0.0) {
            *place += (velocity[i] + fabric.gravity.cast() * interval) * interval;
        }
        for batch in fabric.batches() {
            let [across, down] = batch.span.map(|span| span as isize);
            for (x, y) in (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))) {
                let along = if across != 0 { x / across as usize } else { y / down as usize };
                let ends_x = x.wrapping_add_signed(across);
                let ends_y = y.wrapping_add_signed(down);
                if along % 2 != batch.colour as usize || ends_x >= columns || ends_y >= rows {
                    continue;
                }
                let one = x + columns * y;
                let two = ends_x + columns * ends_y;
                let way = next[one] - next[two];
                let give = inverse[one] + inverse[two] + f64::from(batch.softness);
                if way.norm() > 0.0 && inverse[one] + inverse[two] > 0.0 {
                    let pull = way * ((f64::from(batch.rest) - way.norm()) / (way.norm() * give));
                    next[one] += pull * inverse[one];
                    next[two] -= pull * inverse[two];
                }
            }
        }
        for i in 0..now.len() {
            if inverse[i] != 0.0 {
                next[i] = resolve_collision(next[i], now[i], fabric);
            }
            velocity[i] = (next[i] - now[i]) / interval;
        }
        now = next;
    }
    // ANCHOR_END: reference
    let position = now
        .iter()
        .zip(&start.position)
        .map(|(place, start)| place.cast().push(start.w))
        .collect();
    HostParticles {
        position,
        velocity: velocity
            .iter()
            .map(|speed| speed.cast().push(0.0))
            .collect::<Vec<Vector4<f32>>>(),
    }
}

/// Moves a particle out of the ball and above the ground, and applies friction.
fn resolve_collision(mut at: Vector3<f64>, from: Vector3<f64>, fabric: &Fabric) -> Vector3<f64> {
    let friction = f64::from(fabric.friction);
    let centre: Vector3<f64> = fabric.ball.xyz().cast();
    let radius: f64 = f64::from(fabric.ball.w);
    let way = at - centre;
    let far = way.norm();
    if far < radius && far > 0.0 {
        let normal = way / far;
        at = centre + normal * radius;
        at -= rub_surface(at - from, normal, radius - far, friction);
    }
    let depth = f64::from(fabric.ground) - at.y;
    if depth > 0.0 {
        at.y = f64::from(fabric.ground);
        at -= rub_surface(at - from, Vector3::y(), depth, friction);
    }
    at
}

/// Returns the part of a slip that friction takes back.
fn rub_surface(slip: Vector3<f64>, normal: Vector3<f64>, depth: f64, friction: f64) -> Vector3<f64> {
    let along = slip - normal * slip.dot(&normal);
    if along.norm() > friction * depth { along * (friction * depth / along.norm()) } else { along }
}
