//! Bodies that pull each other: all pairs.

use crate::Row;
use gristmill::algorithms::nbody::{self, Bodies, HostBodies, Motion, nbody};
use nalgebra::{Vector3, Vector4};

pub const ROW: Row = Row {
    name: "nbody",
    sizes: [("4,096", 1 << 12), ("32,768", 1 << 15)],
    on_device: |device, bodies| {
        let mut bodies = Bodies::new(device, &HostBodies::ball(bodies, 1))?;
        let device = device.clone();
        Ok(Box::new(move || {
            bodies = nbody(&device, &bodies, &Motion::default(), 1)?;
            Ok(())
        }))
    },
    plain: |bodies| {
        let start = HostBodies::ball(100, 1);
        let motion = Motion::default();
        let mut now = start.clone();
        tick(&mut now, &motion);
        if nbody::apart(&now, &nbody::reference(&start, &motion, 1)) > nbody::bound(&motion, 100, 1) {
            return Err("plain Rust's bodies are not where the reference has them".into());
        }
        let mut state = HostBodies::ball(bodies, 1);
        Ok(Box::new(move || {
            tick(&mut state, &Motion::default());
            Ok(())
        }))
    },
};

/// Half a kick, a drift, half a kick, in 32 bits as on a device.
fn tick(state: &mut HostBodies, motion: &Motion) {
    kick(state, motion);
    for (place, speed) in state.position.iter_mut().zip(&state.velocity) {
        *place += (speed.xyz() * motion.interval).push(0.0);
    }
    kick(state, motion);
}

fn kick(state: &mut HostBodies, motion: &Motion) {
    for (place, speed) in state.position.iter().zip(&mut state.velocity) {
        *speed += (pull(place, &state.position, motion.softening) * (motion.interval / 2.0)).push(0.0);
    }
}

fn pull(place: &Vector4<f32>, bodies: &[Vector4<f32>], softening: f32) -> Vector3<f32> {
    let mut pull = Vector3::zeros();
    for body in bodies {
        let way = (body - place).xyz();
        let squared = (way.norm_squared() + softening * softening).max(1e-24);
        pull += way * (body.w / (squared * squared.sqrt()));
    }
    pull
}
