//! The rung of 2005: all pairs in the loops of a GeForce 6800.

use super::{Bodies, Motion};
use crate::{Device, Era, Kernel, KernelSource, PingPong, Result, Stream, TexelRect, fragment_kernel};
use nalgebra::Vector4;

const PULL: KernelSource = fragment_kernel!("simulations/nbody_2005");
const MOVE: KernelSource = fragment_kernel!("simulations/nbody_move_2005");

/// Columns and rows of a block: its loops end before their 255th turn, and its pulls are about 30,000
/// instructions.
const BLOCK: [usize; 2] = [128, 16];

/// Runs a fragment per body, which reads a block of 2,048 bodies per pass, by kernels of GLSL 1.10 for a GeForce
/// 6800.
///
/// Source: Elsen et al., N-Body Simulation on GPUs, SC06; Nyland, Harris and Prins, The Rapid Evaluation of
/// Potential Fields Using Programmable Graphics Hardware, 2004.
///
/// # Errors
/// As [`super::nbody`].
pub fn fragment_2005(device: &Device, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    motion.check_values()?;
    let device = device.with_era(Era::Fragment)?;
    let bodies = start.position.len();
    let mut now = Bodies::empty(&device, bodies)?;
    now.position.copy_from(&start.position)?;
    now.velocity.copy_from(&start.velocity)?;
    if ticks == 0 || bodies == 0 {
        return Ok(now);
    }
    // ANCHOR: of_2005
    let pull = device.kernel(&PULL)?;
    let moves = device.kernel(&MOVE)?;
    let mut next = Bodies::empty(&device, bodies)?;
    let none = device.empty(bodies)?;
    let mut sums = PingPong::new(device.uninit(bodies)?, device.uninit(bodies)?);
    for tick in 0..=ticks {
        add_blocks(&pull, motion, &now.position, &none, &mut sums)?;
        let half = tick == 0 || tick == ticks; // half a kick at both ends
        moves
            .call()
            .uniform("kick", if half { motion.interval / 2.0 } else { motion.interval })
            .uniform("drift", if tick == ticks { 0.0 } else { motion.interval })
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .input("acceleration", sums.now())
            .output("gl_FragData[0]", &mut next.position)
            .output("gl_FragData[1]", &mut next.velocity)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    // ANCHOR_END: of_2005
    Ok(now)
}

/// Sums the pulls of all bodies on all, block by block.
fn add_blocks(
    pull: &Kernel,
    motion: &Motion,
    position: &Stream<Vector4<f32>>,
    none: &Stream<Vector4<f32>>,
    sums: &mut PingPong<Vector4<f32>>,
) -> Result<()> {
    for (at, block) in texel_blocks(position).enumerate() {
        sums.step(|sums, next| {
            pull.call()
                .uniform("softening", motion.squared_softening())
                .uniform("first", [block.x as f32 + 0.5, block.y as f32 + 0.5])
                .uniform("columns", block.width as f32)
                .uniform("rows", block.height as f32)
                .gather("position", position)
                .input("acceleration", if at == 0 { none } else { sums })
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    Ok(())
}

/// Returns the texels of all bodies, in blocks; those of the last row may be partly empty.
pub(in crate::algorithms::simulations) fn texel_blocks(
    position: &Stream<Vector4<f32>>,
) -> impl Iterator<Item = TexelRect> {
    let rectangles = position.plan().rectangles(0..position.len());
    rectangles.into_iter().flat_map(|whole| {
        let rows = (0..whole.height).step_by(BLOCK[1]);
        rows.flat_map(move |up| {
            (0..whole.width).step_by(BLOCK[0]).map(move |across| TexelRect {
                x: whole.x + across,
                y: whole.y + up,
                width: BLOCK[0].min(whole.width - across),
                height: BLOCK[1].min(whole.height - up),
            })
        })
    })
}
