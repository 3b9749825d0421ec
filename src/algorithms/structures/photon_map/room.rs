//! The room that photons fly through, and the same flights on the host.

use super::{Shot, State};
use crate::{Call, Error, KernelSource, Result, random};
use nalgebra::{Point3, Vector3, Vector4};
use std::f64::consts::PI;

/// A ball in the room.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sphere {
    /// Its centre, in metres.
    pub centre: Point3<f32>,
    /// Its radius; 0 is no ball.
    pub radius: f32,
}

/// A square on the ceiling that shines downward, in each direction as its cosine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// Where its centre is: x and z.
    pub centre: [f32; 2],
    /// Half its side, in metres.
    pub half_side: f32,
    /// What it gives in all, watts of red, green and blue.
    pub power: Vector3<f32>,
}

/// A cube of a metre, x to the right, y up, z towards the eye, with a mirror ball and a glass ball in it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    /// How much of red, green and blue light the walls give back, 0 to 1: left, right, floor, ceiling, back, front. The eye sees through the front.
    pub walls: [Vector3<f32>; 6],
    /// A perfect mirror.
    pub mirror: Sphere,
    /// Glass of the refractive index 1.5, clear.
    pub glass: Sphere,
    /// The only light.
    pub light: Light,
}

impl Room {
    /// The Cornell box: a red wall, a green wall, a mirror and a caustic under the glass.
    ///
    /// Source: Goral, Torrance, Greenberg and Battaile, Modeling the Interaction of Light Between Diffuse Surfaces, SIGGRAPH 1984.
    pub fn cornell() -> Room {
        let white = Vector3::new(0.76, 0.75, 0.72);
        Room {
            walls: [Vector3::new(0.66, 0.09, 0.07), Vector3::new(0.12, 0.47, 0.12), white, white, white, white * 0.6],
            mirror: Sphere { centre: Point3::new(0.28, 0.19, 0.30), radius: 0.19 },
            glass: Sphere { centre: Point3::new(0.68, 0.20, 0.60), radius: 0.17 },
            light: Light { centre: [0.5, 0.5], half_side: 0.12, power: Vector3::new(1.0, 0.86, 0.66) },
        }
    }

    /// A room with nothing in it, whose walls all give back so much light; a white light of one watt in the middle of the ceiling.
    pub fn empty(given_back: f32) -> Room {
        let none = Sphere { centre: Point3::new(0.5, 0.5, 0.5), radius: 0.0 };
        Room {
            walls: [Vector3::repeat(given_back); 6],
            mirror: none,
            glass: none,
            light: Light { centre: [0.5, 0.5], half_side: 0.05, power: Vector3::repeat(1.0) },
        }
    }

    /// Balls inside the room, a light on its ceiling, walls that do not shine.
    pub(super) fn check(&self) -> Result<()> {
        for (name, Sphere { centre, radius }) in [("mirror", self.mirror), ("glass", self.glass)] {
            if !(radius >= 0.0 && centre.iter().all(|at| *at >= radius && *at <= 1.0 - radius)) {
                let (x, y, z) = (centre.x, centre.y, centre.z);
                return Err(Error::data(format!(
                    "the {name} at ({x}, {y}, {z}) of radius {radius} leaves the room of one metre; move it, or make it smaller"
                )));
            }
        }
        let Light { centre, half_side, .. } = self.light;
        if !(half_side > 0.0 && centre.iter().all(|at| *at >= half_side && *at <= 1.0 - half_side)) {
            let [x, z] = centre;
            return Err(Error::data(format!(
                "the light at ({x}, {z}) of half side {half_side} is not on the ceiling of one metre; move it, or make it smaller"
            )));
        }
        if !self
            .walls
            .iter()
            .flat_map(Vector3::iter)
            .all(|share| (0.0..1.0).contains(share))
        {
            return Err(Error::data(
                "a wall gives back a share of light from 0 to below 1; give each wall such colours",
            ));
        }
        Ok(())
    }

    pub(super) fn uniforms<'a>(&self, call: Call<'a>, seed: u32) -> Call<'a> {
        const WALLS: [&str; 6] = ["walls[0]", "walls[1]", "walls[2]", "walls[3]", "walls[4]", "walls[5]"];
        let ball = |Sphere { centre, radius }: Sphere| centre.coords.push(radius);
        let Light { centre: [x, z], half_side, .. } = self.light;
        let call = call.uniform("light", [x, z, half_side]).uniform("seed", seed);
        let call = call
            .uniform("spheres[0]", ball(self.mirror))
            .uniform("spheres[1]", ball(self.glass));
        WALLS
            .into_iter()
            .zip(self.walls)
            .fold(call, |call, (name, wall)| call.uniform(name, wall))
    }

    // ANCHOR: reference
    /// Where a flight ends: the place, and the surface in the fourth lane.
    ///
    /// `nudge` moves every comparison of floats by so much: what it changes, a machine may see either way.
    pub(super) fn flight(&self, origin: &Vector3<f64>, direction: &Vector3<f64>, nudge: f64) -> Vector4<f64> {
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
            let (centre, radius) = (ball.centre.coords.cast::<f64>(), f64::from(ball.radius));
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

    /// In which direction photon `i` leaves the surface that its flight came to, and what share of its power; none where it is absorbed.
    pub(super) fn leave(
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
            return (draw(0) < survival).then(|| (spread(&inward, draw(1), draw(2)), given_back / survival));
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

    /// How photon `i` leaves the light: from where, and in which direction.
    pub(super) fn start(&self, seed: u32, i: u32) -> (Vector3<f64>, Vector3<f64>) {
        let [a, b, c, d] = [0, 1, 2, 3].map(|draw| f64::from(random::uniform(seed, i, draw)));
        let Light { centre: [x, z], half_side, .. } = self.light;
        let on = |centre: f32, draw: f64| f64::from(centre) + (2.0 * draw - 1.0) * f64::from(half_side);
        (Vector3::new(on(x, a), 1.0, on(z, b)), spread(&-Vector3::y(), c, d))
    }
}

fn spread(inward: &Vector3<f64>, turn: f64, square: f64) -> Vector3<f64> {
    let across = if inward.x.abs() > 0.5 { Vector3::y() } else { Vector3::x() };
    let (sine, cosine) = (2.0 * PI * turn).sin_cos();
    (across * cosine + inward.cross(&across) * sine) * square.sqrt() + inward * (1.0 - square).sqrt()
}

/// The same as [`super::trace`] by a loop over photons and bounces, in `f64`.
///
/// A mirror and a glass ball spread what differs in the last place: machines agree with this on most photons, and on each flight alone.
pub fn reference_trace(room: &Room, shot: Shot) -> State {
    let Shot { count, bounces, seed } = shot;
    let nothing = vec![Vector4::zeros(); count * bounces];
    let mut state = State { position: nothing.clone(), direction: nothing.clone(), power: nothing, count };
    for i in 0..count {
        let (mut place, direction) = room.start(seed, i as u32);
        let mut flying = Some((direction, (room.light.power / count as f32).cast::<f64>()));
        for bounce in 0..bounces {
            let Some((direction, power)) = flying else { break };
            let end = room.flight(&place, &direction, 0.0);
            let entry = bounce * count + i;
            state.position[entry] = end.cast();
            state.direction[entry] = direction.push(0.0).cast();
            state.power[entry] = power.push(0.0).cast();
            place = end.xyz();
            let left = room.leave(&end, &direction, (seed, i as u32, bounce as u32), 0.0);
            flying = left.map(|(direction, share)| (direction, power.component_mul(&share)));
        }
    }
    state
}
// ANCHOR_END: reference

/// A kernel that includes the room and how its surfaces scatter light.
pub(super) fn including(kernel: &KernelSource) -> KernelSource {
    let room = include_str!("../../../../kernel_includes/photon_room.glsl");
    let scatter = include_str!("../../../../kernel_includes/photon_scatter.glsl");
    kernel
        .clone()
        .include("photon_room.glsl", room)
        .include("photon_scatter.glsl", scatter)
}
