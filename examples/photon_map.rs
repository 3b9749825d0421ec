//! Follows light through a Cornell box and draws it: red and green walls, a mirror, and the caustic under a
//! ball of glass.
//!
//! Run it with `cargo run --example photon_map`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::photon_map::{self, Room, RoomView, Search, Shot, photon_map, trace};
use gristmill::{Device, Result, image_of};
use nalgebra::Vector4;
use std::process::ExitCode;

/// The bound of the mean difference of the eras' pictures, in levels of 255: a photon that grazes a ball may fly
/// elsewhere, others are the same.
const APART: f64 = 0.25;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 22, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let room = Room::cornell();
        let shot = Shot { count: arguments.size.unwrap_or(1 << 18), bounces: 5, seed: arguments.seed };
        let photons = trace(device, &room, shot)?;

        let search = Search { neighbours: 96, radius: 0.15, side: 64, straight: false };
        let picture = photon_map::picture(device, &room, &photons, &search, &RoomView::default(), [256, 256])?;
        // ANCHOR_END: example

        let near = arguments.keep(device, "photon_map", &image_of(&picture)?, APART)?;
        let state = photons.read()?;
        let landed = state.position.iter().filter(|place| place.w > 0.0 && place.w < 7.0).count();
        println!("  {} photons left the light, {landed} landings on the walls", shot.count);

        // Some points of the floor under the glass, against a look at every photon.
        let points: Vec<_> = (0..24).map(|i| Vector4::new(0.4 + 0.02 * i as f32, 0.0, 0.6, 3.0)).collect();
        let given = photon_map(device, &photons, &device.stream(&points)?, &search)?.read()?;
        let wanted = photon_map::reference(&state, &points, &search);
        let worst = given
            .iter()
            .zip(&wanted)
            .map(|(a, b)| (a - b).amax() / b.amax().max(1e-6))
            .fold(0.0, f32::max);
        let brightest = wanted.iter().map(|light| light.x).fold(0.0, f32::max);
        println!("  under the glass {brightest:.1} watts per square metre; off by {worst:.1e} of the light at most");
        Ok(near && worst < 1e-3)
    })
}
