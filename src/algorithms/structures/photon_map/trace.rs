//! Photons followed from the light, on a device.

use super::{Photons, Room, Shot};
use crate::algorithms::check_turns;
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel, kernel_pair};
use nalgebra::Vector4;

const START: KernelSource = fragment_kernel!("structures/photon_map_start");
const TRACE: KernelSource = kernel_pair!("structures/photon_map_trace");

/// Turns of loops per bounce: its own, and one for each ball.
const TURNS: usize = 3;

/// Follows photons from the light through the room, in the device's era: a pass per bounce, or all bounces in
/// one dispatch.
///
/// Each leaves the light with the same power. A wall absorbs or reflects a photon at random, so that the power of
/// reflected photons changes only in its colour (Russian roulette, Arvo and Kirk 1990).
///
/// # Errors
/// [`crate::Error::Data`] for an invalid room, [`crate::Error::Limit`] if the device has no room for an entry of each
/// flight, or an invocation cannot loop over so many bounces.
pub fn trace(device: &Device, room: &Room, shot: Shot) -> Result<Photons> {
    let Shot { count, bounces, seed } = shot;
    room.check()?;
    let emitted = room.light.power / count.max(1) as f32;
    let kernel = device.kernel(&TRACE)?;
    let entries = || device.empty::<Vector4<f32>>(count * bounces);
    let mut photons = Photons { position: entries()?, direction: entries()?, power: entries()?, count };
    let Photons { position, direction, power, .. } = &mut photons;
    if device.era() == Era::Compute {
        check_turns(device, "bounces of a photon in one dispatch", TURNS * bounces, "ask for fewer")?;
        room.set_uniforms(kernel.call(), seed)
            .uniform("bounces", bounces as i32)
            .uniform("emitted", emitted)
            .output("position", position)
            .output("direction", direction)
            .output("power", power)
            .elements(count)
            .run()?;
        return Ok(photons);
    }
    // ANCHOR: bounces
    let mut now = allocate_flight(device, count)?;
    let mut next = allocate_flight(device, count)?;
    let start = device.kernel(&START)?;
    let [start_position, start_direction, start_power] = &mut now;
    room.set_uniforms(start.call(), seed)
        .uniform("emitted", emitted)
        .output("position", start_position)
        .output("direction", start_direction)
        .output("power", start_power)
        .run()?;
    for bounce in 0..bounces {
        let [new_position, new_direction, new_power] = &mut next;
        room.set_uniforms(kernel.call(), seed)
            .uniform("bounce", bounce as i32)
            .input("position", &now[0])
            .input("direction", &now[1])
            .input("power", &now[2])
            .output("new_position", new_position)
            .output("new_direction", new_direction)
            .output("new_power", new_power)
            .run()?;
        // A photon arrives with the power and the direction that it left with.
        let start = bounce * count;
        position.copy_range(start, &next[0], 0..count)?;
        direction.copy_range(start, &now[1], 0..count)?;
        power.copy_range(start, &now[2], 0..count)?;
        std::mem::swap(&mut now, &mut next);
    }
    // ANCHOR_END: bounces
    Ok(photons)
}

fn allocate_flight(device: &Device, count: usize) -> Result<[Stream<Vector4<f32>>; 3]> {
    Ok([device.empty(count)?, device.empty(count)?, device.empty(count)?])
}
