//! The fluid in a volume on cards without integers: the four numbers of a cell in passes of their own.

use super::trial::{STEPS, build_inputs, flatten_lanes};
use super::{Chimney, DAMPED_WEIGHT, Smoke, reference};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Call, Device, Era, Error, Kernel, KernelSource, Layout, PingPong, Result, Stream, fragment_kernel};
use nalgebra::Vector4;

const BACK: KernelSource = fragment_kernel!("simulations/fluid_volume_back_2005");
const CARRY: KernelSource = fragment_kernel!("simulations/fluid_volume_2005");
const PUSH: KernelSource = fragment_kernel!("simulations/fluid_volume_push_2005");
const DIVERGENCE: KernelSource = fragment_kernel!("simulations/fluid_volume_divergence_2005");
const PRESSURE: KernelSource = fragment_kernel!("simulations/fluid_volume_pressure_2005");
const PROJECT: KernelSource = fragment_kernel!("simulations/fluid_volume_project_2005");

/// Most slices: half of one is added to a slice's number, and the card's floats must not lose it in a quotient.
const MOST_SLICES: usize = 2_048;

/// Runs the same fluid by kernels of GLSL 1.10, for any card that computes in floats: slices side by side, a fragment
/// per cell.
///
/// Source: Harris, Baxter, Scheuermann and Lastra, Simulation of Cloud Dynamics on Graphics Hardware, 2003.
///
/// # Errors
/// Those of [`super::Volume::new`]; [`Error::Limit`] for more than 2,048 slices.
pub fn fragment_2005(device: &Device, start: &Smoke, chimney: &Chimney, steps: usize) -> Result<Smoke> {
    chimney.check_values()?;
    let slices = start.size[2];
    if slices > MOST_SLICES {
        let next = "simulate a volume of fewer slices, or use fluid_volume::fragment";
        return Err(Error::limit("slices in the card's floats", slices as u128, MOST_SLICES as u128, next));
    }
    let mut volume = FlatVolume::new(&device.with_era(Era::Fragment)?, start, chimney)?;
    for _ in 0..if start.cells.is_empty() { 0 } else { steps } {
        volume.run_step()?;
    }
    Ok(Smoke { size: start.size, cells: volume.cells.now().read()? })
}

struct FlatVolume<'a> {
    kernels: FlatVolumeKernels,
    chimney: &'a Chimney,
    tiles: Tiles,
    cells: PingPong<Vector4<f32>>,
    /// The way back from where a number lies.
    way: Stream<Vector4<f32>>,
    carried: [Stream<f32>; 4],
    divergence: Stream<f32>,
    pressure: PingPong<f32>,
}

struct FlatVolumeKernels {
    back: Kernel,
    carry: Kernel,
    push: Kernel,
    divergence: Kernel,
    pressure: Kernel,
    project: Kernel,
}

/// The slices in their texture, as fluid_volume_2005.glsl asks for them.
struct Tiles {
    share: [f32; 2],
    last: [f32; 2],
}

impl Tiles {
    fn of_stream(cells: &Stream<Vector4<f32>>) -> Tiles {
        let columns = cells.plan().columns().max(1);
        let last = cells.shape().extent(2).saturating_sub(1);
        Tiles {
            share: [0, 1].map(|axis| 1.0 / cells.shape().extent(axis).max(1) as f32),
            last: [last % columns, last / columns].map(|place| place as f32),
        }
    }

    fn start_call<'a>(&self, kernel: &'a Kernel) -> Call<'a> {
        kernel.call().uniform("share", self.share).uniform("last", self.last)
    }
}

impl<'a> FlatVolume<'a> {
    fn new(device: &Device, start: &Smoke, chimney: &'a Chimney) -> Result<FlatVolume<'a>> {
        let kernels = FlatVolumeKernels {
            back: device.kernel(&BACK)?,
            carry: device.kernel(&CARRY)?,
            push: device.kernel(&PUSH)?,
            divergence: device.kernel(&DIVERGENCE)?,
            pressure: device.kernel(&PRESSURE)?,
            project: device.kernel(&PROJECT)?,
        };
        let cells = device.stream_in(Layout::BySlice, start.size, &start.checked_cells()?)?;
        let numbers = || device.empty_in::<f32>(Layout::BySlice, start.size);
        Ok(FlatVolume {
            kernels,
            chimney,
            tiles: Tiles::of_stream(&cells),
            cells: PingPong::new(cells, device.empty_in(Layout::BySlice, start.size)?),
            way: device.empty_in(Layout::BySlice, start.size)?,
            carried: [numbers()?, numbers()?, numbers()?, numbers()?],
            divergence: numbers()?,
            pressure: PingPong::new(numbers()?, numbers()?),
        })
    }

    fn run_step(&mut self) -> Result<()> {
        self.carry_cells()?;
        self.project_cells()
    }

    fn carry_cells(&mut self) -> Result<()> {
        let FlatVolume { kernels, chimney, tiles, cells, way, carried, .. } = self;
        // ANCHOR: carry_2005
        for (axis, carried) in carried.iter_mut().enumerate() {
            let lane = Vector4::from_fn(|lane, _| if lane == axis { 1.0 } else { 0.0 });
            tiles
                .start_call(&kernels.back)
                .uniform("lane", lane)
                .uniform("interval", chimney.interval)
                .gather("source", cells.now())
                .output("gl_FragColor", way)
                .run()?;
            tiles
                .start_call(&kernels.carry)
                .uniform("lane", lane)
                .input("way", way)
                .gather("source", cells.now())
                .output("gl_FragColor", carried)
                .run()?;
        }
        // ANCHOR_END: carry_2005
        let [right, down, inwards, smoke] = &*carried;
        cells.step(|now, next| {
            tiles
                .start_call(&kernels.push)
                .uniform("lift", 0.5 * chimney.interval * chimney.rise)
                .uniform("fade", chimney.fade)
                .uniform("place", chimney.source.xyz().push(chimney.source.w.powi(-2)))
                .uniform("given", chimney.given)
                .gather("source", now)
                .input("right", right)
                .input("down", down)
                .input("inwards", inwards)
                .input("smoke", smoke)
                .output("gl_FragColor", next)
                .run()
        })
    }

    fn project_cells(&mut self) -> Result<()> {
        let FlatVolume { kernels, chimney, tiles, cells, divergence, pressure, .. } = self;
        tiles
            .start_call(&kernels.divergence)
            .gather("source", cells.now())
            .output("gl_FragColor", divergence)
            .run()?;
        for _ in 0..chimney.sweeps {
            pressure.step(|now, next| {
                tiles
                    .start_call(&kernels.pressure)
                    .uniform("weight", DAMPED_WEIGHT)
                    .gather("source", now)
                    .input("divergence", divergence)
                    .output("gl_FragColor", next)
                    .run()
            })?;
        }
        cells.step(|now, next| {
            tiles
                .start_call(&kernels.project)
                .gather("source", pressure.now())
                .input("cells", now)
                .output("gl_FragColor", next)
                .run()
        })
    }
}

/// Builds the trial of this rung, on the same input as the others, with the card's precision.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (start, chimney) = build_inputs(workload);
    let cells = start.cells.len();
    let wanted = flatten_lanes(&reference(&start, &chimney, STEPS)?);
    let bound = super::trial::error_bound(epsilon(device));
    let device = device.clone();
    let trial = Trial::new(
        move || fragment_2005(&device, &start, &chimney, STEPS),
        move |given| Ok(Check::within(&flatten_lanes(given), &wanted, bound)),
    );
    Ok(trial.sized(cells))
}
