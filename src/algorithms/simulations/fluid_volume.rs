//! A fluid in a volume: smoke that rises, in a closed box.
//!
//! | era | the volume lies | passes or dispatches a step |
//! |---|---|---|
//! | fragment | as slices side by side in one texture | 3 + sweeps |
//! | compute | in a buffer, slice after slice | 3 + sweeps |
//!
//! The method is that of [`super::fluid`] with one axis more: velocities on the faces between cells, the fluid carried by looking back, the pressure by
//! Jacobi's iteration. A cell is four numbers, three velocities and its smoke, so that one kernel carries all.
//!
//! Sources: Stam, Stable Fluids, SIGGRAPH 1999; Harris, Baxter, Scheuermann and Lastra, Simulation of Cloud Dynamics on Graphics Hardware,
//! Graphics Hardware 2003 (flat volumes); Fedkiw, Stam and Jensen, SIGGRAPH 2001 (smoke); GPU Gems 2, chapter 33.

mod reference;
mod row;

pub use reference::reference;
pub(in crate::algorithms) use row::ROW;

use crate::{
    Device, Era, Error, Kernel, KernelSource, Layout, Mouse, PingPong, Result, Scene, Shape, Stream, kernel_pair,
    random,
};
use nalgebra::Vector4;

const CARRY: KernelSource = kernel_pair!("simulations/fluid_volume");
const DIVERGENCE: KernelSource = kernel_pair!("simulations/fluid_volume_divergence");
const PRESSURE: KernelSource = kernel_pair!("simulations/fluid_volume_pressure");
const PROJECT: KernelSource = kernel_pair!("simulations/fluid_volume_project");
const PICTURE: KernelSource = kernel_pair!("simulations/fluid_volume_picture");

/// Of Jacobi's iteration: at 1 pressures that change from cell to cell would stay for ever.
const DAMPED: f32 = 0.9;

/// What drives the smoke.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// Time of a step.
    pub interval: f32,
    /// How much faster a cell full of smoke gets upwards in a unit of time, cells a unit of time.
    pub rise: f32,
    /// What is left of smoke after a step, 0 to 1.
    pub fade: f32,
    /// Sweeps for the pressure in a step.
    pub sweeps: usize,
    /// Where smoke comes from: column, row, slice, and its radius, in cells.
    pub source: Vector4<f32>,
    /// What comes: a velocity, and how thick the smoke is.
    pub given: Vector4<f32>,
}

impl Default for Setting {
    /// 60 steps in a unit of time; nothing comes, rises or fades.
    fn default() -> Setting {
        let (source, given) = (Vector4::new(-1.0, -1.0, -1.0, 0.5), Vector4::zeros());
        Setting { interval: 1.0 / 60.0, rise: 0.0, fade: 1.0, sweeps: 30, source, given }
    }
}

impl Setting {
    fn check(&self) -> Result<()> {
        let Setting { interval, rise, fade, source, given, .. } = self;
        let wrong = |sentence: String| Err(Error::data(sentence));
        if !(interval.is_finite() && *interval > 0.0) {
            return wrong(format!("an interval of {interval} is no step in time; give one above 0"));
        }
        if !rise.is_finite() || source.iter().chain(given).any(|number| !number.is_finite()) || source.w <= 0.0 {
            return wrong("the rise or the source has a number that is not finite, or no radius; give numbers".into());
        }
        if !(0.0..=1.0).contains(fade) {
            return wrong(format!("smoke fades to {fade} of itself in a step; give 0 to 1"));
        }
        Ok(())
    }
}

/// A volume on the host.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Columns, rows (the first is the top) and slices (the first is the nearest).
    pub size: [usize; 3],
    /// By cell, columns first: velocities to the right across the left face, downwards across the upper, away across the front one; smoke.
    pub cells: Vec<Vector4<f32>>,
}

impl State {
    /// Nothing moves, there is no smoke.
    pub fn still(size: [usize; 3]) -> State {
        State { size, cells: vec![Vector4::zeros(); size.iter().product()] }
    }

    /// A chimney in the middle of the ground, and how it smokes.
    pub fn chimney(size: [usize; 3]) -> (State, Setting) {
        let [columns, rows, slices] = size.map(|cells| cells as f32);
        let source = Vector4::new(0.45 * columns, 0.92 * rows, 0.5 * slices, 0.1 * columns);
        let given = Vector4::new(0.1 * columns, -0.9 * rows, 0.0, 1.0);
        let mut state = State::still(size);
        // Air is never quite still: without that, the smoke would be the same from all sides.
        for (i, cell) in (0..).zip(&mut state.cells) {
            *cell = Vector4::from_fn(
                |lane, _| if lane < 3 { rows * (random::uniform(1, i, lane as u32) - 0.5) } else { 0.0 },
            );
        }
        (state, Setting { interval: 1.0 / 30.0, rise: 4.0 * rows, fade: 0.995, source, given, ..Setting::default() })
    }

    /// The cells without the velocities across the walls, or what is wrong with them.
    fn checked(&self) -> Result<Vec<Vector4<f32>>> {
        let [columns, rows, slices] = self.size;
        if self.cells.len() != columns * rows * slices {
            let (given, wanted) = (self.cells.len(), columns * rows * slices);
            return Err(Error::data(format!("{given} cells given, {columns}x{rows}x{slices} are {wanted}")));
        }
        let cell = |(i, cell): (usize, &Vector4<f32>)| {
            let place = [i % columns, i / columns % rows, i / columns / rows];
            if cell.iter().any(|number| !number.is_finite()) {
                return Err(Error::data(format!("the fluid of cell {place:?} is not finite; give numbers")));
            }
            Ok(Vector4::from_fn(|lane, _| if lane < 3 && place[lane] == 0 { 0.0 } else { cell[lane] }))
        };
        self.cells.iter().enumerate().map(cell).collect()
    }
}

/// The volume after so many steps, in the device's era.
///
/// ```
/// use gristmill::algorithms::fluid_volume::{Setting, State, fluid_volume};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let still = State::still([4, 5, 6]);
/// assert_eq!(fluid_volume(&device, &still, &Setting::default(), 3)?, still); // a fluid at rest stays at rest
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`Volume::new`].
pub fn fluid_volume(device: &Device, start: &State, setting: &Setting, steps: usize) -> Result<State> {
    let mut volume = Volume::new(device, start, setting.clone())?;
    volume.steps(steps)?;
    volume.read()
}

/// The fragment era: slices side by side in one texture, a fragment a cell.
///
/// # Errors
/// As [`Volume::new`].
pub fn fragment(device: &Device, start: &State, setting: &Setting, steps: usize) -> Result<State> {
    fluid_volume(&device.with_era(Era::Fragment)?, start, setting, steps)
}

/// The compute era: a buffer, an invocation a cell.
///
/// # Errors
/// As [`Volume::new`].
pub fn compute(device: &Device, start: &State, setting: &Setting, steps: usize) -> Result<State> {
    fluid_volume(&device.with_era(Era::Compute)?, start, setting, steps)
}

/// A fluid in a volume on a device.
pub struct Volume {
    device: Device,
    setting: Setting,
    carry: Kernel,
    divergence_of: Kernel,
    sweep: Kernel,
    project: Kernel,
    size: [usize; 3],
    cells: PingPong<Vector4<f32>>,
    divergence: Stream<f32>,
    pressure: PingPong<f32>,
}

impl Volume {
    /// A fluid that starts so, in the device's era. Velocities across the walls of the box count as 0.
    ///
    /// # Errors
    /// [`Error::Data`] for numbers that are not finite, a step that is none, and cells that are not as many as the size says; [`Error::Limit`] where the
    /// volume does not fit the machine.
    pub fn new(device: &Device, start: &State, setting: Setting) -> Result<Volume> {
        setting.check()?;
        // ANCHOR: layout
        let layout = match device.era() {
            Era::Fragment => Layout::BySlice,
            Era::Compute => Layout::Linear,
        };
        let shape = Shape::from(start.size);
        let cells = device.stream_in(layout, shape, &start.checked()?)?;
        let pressure = PingPong::new(device.empty_in(layout, shape)?, device.empty_in(layout, shape)?);
        // ANCHOR_END: layout
        Ok(Volume {
            setting,
            carry: device.kernel(&CARRY)?,
            divergence_of: device.kernel(&DIVERGENCE)?,
            sweep: device.kernel(&PRESSURE)?,
            project: device.kernel(&PROJECT)?,
            size: start.size,
            cells: PingPong::new(cells, device.empty_in(layout, shape)?),
            divergence: device.empty_in(layout, shape)?,
            pressure,
            device: device.clone(),
        })
    }

    // ANCHOR: step
    /// So many steps.
    ///
    /// # Errors
    /// [`Error::Driver`] where the driver fails.
    pub fn steps(&mut self, steps: usize) -> Result<()> {
        let Volume { setting, cells, divergence, pressure, .. } = self;
        for _ in 0..if divergence.is_empty() { 0 } else { steps } {
            cells.step(|now, next| {
                let call = self
                    .carry
                    .call()
                    .uniform("interval", setting.interval)
                    .uniform("rise", setting.rise);
                let call = call.uniform("fade", setting.fade).uniform("source", setting.source);
                call.uniform("given", setting.given)
                    .gather("now", now)
                    .output("result", next)
                    .run()
            })?;
            self.divergence_of
                .call()
                .gather("now", cells.now())
                .output("result", divergence)
                .run()?;
            for _ in 0..setting.sweeps {
                pressure.step(|now, next| {
                    let call = self.sweep.call().uniform("weight", DAMPED).gather("pressure", now);
                    call.gather("divergence", divergence).output("result", next).run()
                })?;
            }
            cells.step(|now, next| {
                let call = self.project.call().gather("now", now).gather("pressure", pressure.now());
                call.output("result", next).run()
            })?;
        }
        Ok(())
    }
    // ANCHOR_END: step

    /// The volume on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<State> {
        Ok(State { size: self.size, cells: self.cells.now().read()? })
    }

    /// The largest divergence of a cell before the last step's pressure was found, and now.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn divergence(&mut self) -> Result<[f32; 2]> {
        let largest = |cells: &Stream<f32>| Ok::<_, Error>(cells.read()?.iter().fold(0.0_f32, |a, b| a.max(b.abs())));
        let before = largest(&self.divergence)?;
        if !self.divergence.is_empty() {
            self.divergence_of
                .call()
                .gather("now", self.cells.now())
                .output("result", &mut self.divergence)
                .run()?;
        }
        Ok([before, largest(&self.divergence)?])
    }
}

impl Scene for Volume {
    /// A step. While it is pressed, a mouse is where the smoke comes from.
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            self.setting.source.x = mouse.at[0] * self.size[0] as f32;
            self.setting.source.y = mouse.at[1] * self.size[1] as f32;
        }
        self.steps(1)
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let mut result = self.device.empty(size)?;
        if !self.divergence.is_empty() && !result.is_empty() {
            let scale = |axis: usize| self.size[axis] as f32 / size[axis] as f32;
            let kernel = self.device.kernel(&PICTURE)?;
            let call = kernel.call().uniform("cells_a_pixel", [scale(0), scale(1)]);
            let call = call
                .uniform("density", 24.0 / self.size[2] as f32)
                .gather("smoke", self.cells.now());
            call.output("result", &mut result).run()?;
        }
        Ok(result)
    }
}
