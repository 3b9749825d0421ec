//! The rung of 2005: all pairs in the loops of a GeForce 6800.

use super::{Birds, Rules, run_ticks};
use crate::algorithms::simulations::nbody::texel_blocks;
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel};
use nalgebra::Vector4;

const LOOK: KernelSource = fragment_kernel!("simulations/boids_2005");
const MOVE: KernelSource = fragment_kernel!("simulations/boids_move_2005");

type Vectors = Stream<Vector4<f32>>;

/// Runs a fragment per bird, which looks at a block of 2,048 birds per pass, by kernels of GLSL 1.10 for a GeForce
/// 6800.
///
/// Source: Reynolds, Flocks, Herds, and Schools: A Distributed Behavioral Model, 1987; Nyland, Harris and Prins, The
/// Rapid Evaluation of Potential Fields Using Programmable Graphics Hardware, 2004.
///
/// # Errors
/// As [`super::boids`].
pub fn fragment_2005(device: &Device, start: &Birds, rules: &Rules, ticks: usize) -> Result<Birds> {
    let device = &device.with_era(Era::Fragment)?;
    rules.check_values()?;
    let look = device.kernel(&LOOK)?;
    let moves = device.kernel(&MOVE)?;
    let shape = start.position.shape();
    let none: Vectors = device.empty(shape)?;
    let mut sums = [device.empty(shape)?, device.empty(shape)?];
    let mut others = [device.empty(shape)?, device.empty(shape)?];
    // ANCHOR: of_2005
    run_ticks(device, start, ticks, |now, next| {
        for (at, block) in texel_blocks(&now.position).enumerate() {
            let [apart, along] = if at == 0 { [&none, &none] } else { [&sums[0], &sums[1]] };
            let [more_apart, more_along] = &mut others;
            let call = look.call().uniform("sight", rules.pack_sight());
            let call = call.uniform("weights", [rules.alignment, rules.cohesion]);
            let call = call.uniform("first", [block.x as f32 + 0.5, block.y as f32 + 0.5]);
            let call = call.uniform("columns", block.width as f32).uniform("rows", block.height as f32);
            let call = call.gather("position", &now.position).gather("velocity", &now.velocity);
            let call = call.input("apart", apart).input("along", along);
            call.output("gl_FragData[0]", more_apart)
                .output("gl_FragData[1]", more_along)
                .run()?;
            std::mem::swap(&mut sums, &mut others);
        }
        let call = moves.call().uniform("separation", rules.separation);
        let call = call.uniform("goal", rules.pack_goal()).uniform("pace", rules.pack_pace());
        let call = call.input("position", &now.position).input("velocity", &now.velocity);
        let call = call.input("apart", &sums[0]).input("along", &sums[1]);
        call.output("gl_FragData[0]", &mut next.position)
            .output("gl_FragData[1]", &mut next.velocity)
            .run()
    })
    // ANCHOR_END: of_2005
}
