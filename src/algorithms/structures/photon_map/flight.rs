//! The same flights on the host.

use super::{HostPhotons, Light, Room, Shot};
use crate::random;
use nalgebra::{Vector3, Vector4};
use std::f64::consts::PI;

// ANCHOR: reference
impl Room {
    /// Computes the end of a flight: the place, and the surface in the fourth channel.
    ///
    /// `nudge` moves every comparison of floats by that much: if the outcome changes, a device may decide either way.
    pub(super) fn flight_end(&self, origin: &Vector3<f64>, direction: &Vector3<f64>, nudge: f64) -> Vector4<f64> {
        let mut end = (f64::INFINITY, Vector4::zeros());
        for axis in 0..3 {
            let ahead = if direction[axis] < 0.0 { 0.0 } else { 1.0 };
            let length = (ahead - origin[axis]) / direction[axis] + nudge * axis as f64;
            if direction[axis] != 0.0 && length < end.0 {
                let mut place = (origin + direction * length).map(|at| at.clamp(0.0, 1.0));
                place[axis] = ahead;
                end = (length, place.push(1.0 + 2.0 * axis as f64 + ahead));
            }
        }
        for (surface, ball) in [(7.0, self.mirror), (8.0, self.glass)] {
            let centre = ball.centre.coords.cast::<f64>();
            let radius = f64::from(ball.radius);
            let half_way = (centre - origin).dot(direction);
            let inside = radius * radius - (origin + direction * half_way - centre).norm_squared();
            if radius == 0.0 || inside + nudge <= 0.0 {
                continue;
            }
            let root = inside.max(0.0).sqrt();
            let crossings = [half_way - root, half_way + root];
            if let Some(length) = crossings
                .into_iter()
                .find(|length| *length > 1e-4)
                .filter(|length| *length < end.0)
            {
                let outward = (origin + direction * length - centre).normalize();
                end = (length, (centre + outward * radius).push(surface));
            }
        }
        end.1
    }

    /// Computes the direction in which photon `i` leaves the surface that it came to, and its remaining share of power;
    /// `None` if it is absorbed.
    pub(super) fn leave_surface(
        &self,
        place: &Vector4<f64>,
        direction: &Vector3<f64>,
        (seed, i, bounce): (u32, u32, u32),
        nudge: f64,
    ) -> Option<(Vector3<f64>, Vector3<f64>)> {
        let draw = |lane| f64::from(random::uniform(seed, i, 8 * bounce + 4 + lane));
        let surface = place.w as usize;
        if surface < 7 {
            let given_back = self.walls[surface - 1].cast::<f64>();
            let survival = given_back.max();
            let mut inward = Vector3::zeros();
            inward[(surface - 1) / 2] = if surface % 2 == 1 { 1.0 } else { -1.0 };
            return (draw(0) < survival).then(|| (cosine_direction(&inward, draw(1), draw(2)), given_back / survival));
        }
        let ball = if surface == 7 { self.mirror } else { self.glass };
        let outward = (place.xyz() - ball.centre.coords.cast::<f64>()).normalize();
        let unchanged = Vector3::repeat(1.0);
        let mirrored = direction - outward * (2.0 * direction.dot(&outward));
        if surface == 7 {
            return Some((mirrored, unchanged));
        }
        let (facing, ratio) = if direction.dot(&outward) < 0.0 { (outward, 1.0 / 1.5) } else { (-outward, 1.5) };
        let cosine = -direction.dot(&facing);
        let rest = 1.0 - ratio * ratio * (1.0 - cosine * cosine);
        if rest + nudge < 0.0 {
            return Some((mirrored, unchanged)); // total reflection
        }
        let across = rest.max(0.0).sqrt();
        let back = 0.04 + 0.96 * (1.0 - cosine.min(across)).powi(5);
        let through = (direction * ratio + facing * (ratio * cosine - across)).normalize();
        Some((if draw(0) + nudge < back { mirrored } else { through }, unchanged))
    }

    /// Returns the place where photon `i` leaves the light, and its direction.
    pub(super) fn leave_light(&self, seed: u32, i: u32) -> (Vector3<f64>, Vector3<f64>) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|draw| f64::from(random::uniform(seed, i, draw)));
        let Light { centre: [x, z], half_side, .. } = self.light;
        (
            Vector3::new(spread_draw(x, a, half_side), 1.0, spread_draw(z, b, half_side)),
            cosine_direction(&-Vector3::y(), c, d),
        )
    }
}

fn spread_draw(centre: f32, draw: f64, half_side: f32) -> f64 {
    f64::from(centre) + (2.0 * draw - 1.0) * f64::from(half_side)
}

fn cosine_direction(inward: &Vector3<f64>, turn: f64, square: f64) -> Vector3<f64> {
    let across = if inward.x.abs() > 0.5 { Vector3::y() } else { Vector3::x() };
    let (sine, cosine) = libm::sincos(2.0 * PI * turn);
    (across * cosine + inward.cross(&across) * sine) * square.sqrt() + inward * (1.0 - square).sqrt()
}

/// The same as [`super::trace`] by a loop over photons and bounces, in `f64`.
///
/// A mirror and a glass ball amplify a difference in the last place: devices agree with this on most photons, and on
/// each flight alone.
pub fn reference_trace(room: &Room, shot: Shot) -> HostPhotons {
    let Shot { count, bounces, seed } = shot;
    let nothing = vec![Vector4::zeros(); count * bounces];
    let mut photons = HostPhotons { position: nothing.clone(), direction: nothing.clone(), power: nothing, count };
    for i in 0..count {
        let (mut place, direction) = room.leave_light(seed, i as u32);
        let mut flying = Some((direction, (room.light.power / count as f32).cast::<f64>()));
        for bounce in 0..bounces {
            let Some((direction, power)) = flying else { break };
            let end = room.flight_end(&place, &direction, 0.0);
            let entry = bounce * count + i;
            photons.position[entry] = end.cast();
            photons.direction[entry] = direction.push(0.0).cast();
            photons.power[entry] = power.push(0.0).cast();
            place = end.xyz();
            let left = room.leave_surface(&end, &direction, (seed, i as u32, bounce as u32), 0.0);
            flying = left.map(|(direction, share)| (direction, power.component_mul(&share)));
        }
    }
    photons
}
// ANCHOR_END: reference
