//! The rung of 2005: a texture per level, and a pass for the residual.

use super::{LevelGrids, level_sides, run_cycles};
use crate::{Device, Era, Kernel, KernelSource, PingPong, Result, Stream, fragment_kernel};

const SWEEP: KernelSource = fragment_kernel!("linear_algebra/multigrid_2005");
const RESIDUAL: KernelSource = fragment_kernel!("linear_algebra/multigrid_residual_2005");
const RESTRICT: KernelSource = fragment_kernel!("linear_algebra/multigrid_restrict_2005");
const PROLONG: KernelSource = fragment_kernel!("linear_algebra/multigrid_prolong_2005");

/// Stores each level in its own textures, by kernels of GLSL 1.10 for any card that computes in floats.
///
/// Source: Goodnight, Woolley, Lewin, Luebke and Humphreys, A Multigrid Solver for Boundary Value Problems Using
/// Programmable Graphics Hardware, 2003.
///
/// # Errors
/// As [`super::multigrid`].
pub fn fragment_2005(device: &Device, cycles: usize, b: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    let sides = level_sides(b)?;
    let mut grids = LevelTextures::new(&device, b, &sides)?;
    run_cycles(&mut grids, cycles, sides.len())?;
    Ok(grids.unknowns.swap_remove(0).into_now())
}

// ANCHOR: textures
struct LevelTextures<'a> {
    sweep: Kernel,
    residual: Kernel,
    restrict: Kernel,
    prolong: Kernel,
    b: &'a Stream<f32>,
    /// Right-hand sides of the levels from the second on.
    rights: Vec<Stream<f32>>,
    /// Two iterates of each level.
    unknowns: Vec<PingPong<f32>>,
    /// The residual of each level but the last.
    residuals: Vec<Stream<f32>>,
}
// ANCHOR_END: textures

impl<'a> LevelTextures<'a> {
    fn new(device: &Device, b: &'a Stream<f32>, sides: &[usize]) -> Result<LevelTextures<'a>> {
        let grid = |side: &usize| device.empty([*side, *side]);
        Ok(LevelTextures {
            sweep: device.kernel(&SWEEP)?,
            residual: device.kernel(&RESIDUAL)?,
            restrict: device.kernel(&RESTRICT)?,
            prolong: device.kernel(&PROLONG)?,
            b,
            rights: sides.iter().skip(1).map(grid).collect::<Result<_>>()?,
            unknowns: sides
                .iter()
                .map(|side| Ok(PingPong::new(grid(side)?, grid(side)?)))
                .collect::<Result<_>>()?,
            residuals: sides
                .iter()
                .take(sides.len().saturating_sub(1))
                .map(grid)
                .collect::<Result<_>>()?,
        })
    }
}

impl LevelGrids for LevelTextures<'_> {
    // ANCHOR: sweep_2005
    fn sweep_colour(&mut self, level: usize, colour: i32, known: bool) -> Result<()> {
        let b = if level == 0 { self.b } else { &self.rights[level - 1] };
        self.unknowns[level].step(|x, next| {
            let call = self.sweep.call().uniform("half_colour", 0.5 * colour as f32);
            let call = call.uniform("known", if known { 1.0 } else { 0.0 });
            call.gather("x", x).input("b", b).output("gl_FragColor", next).run()
        })
    }
    // ANCHOR_END: sweep_2005

    // ANCHOR: restrict_2005
    fn restrict_residual(&mut self, level: usize) -> Result<()> {
        let b = if level == 0 { self.b } else { &self.rights[level - 1] };
        let call = self.residual.call().gather("x", self.unknowns[level].now()).input("b", b);
        call.output("gl_FragColor", &mut self.residuals[level]).run()?;
        let call = self.restrict.call().gather("residual", &self.residuals[level]);
        call.output("gl_FragColor", &mut self.rights[level]).run()
    }
    // ANCHOR_END: restrict_2005

    fn prolong_correction(&mut self, level: usize) -> Result<()> {
        let (finer, coarser) = self.unknowns.split_at_mut(level + 1);
        finer[level].step(|x, next| {
            let call = self.prolong.call().gather("coarse", coarser[0].now()).input("x", x);
            call.output("gl_FragColor", next).run()
        })
    }
}
