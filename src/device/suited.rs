//! Which shape of a kernel suits a machine: found out by trying, not by its name.

use super::Device;
use crate::compute_kernel;
use crate::kernel::KernelSource;
use crate::stream::Stream;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::Layout;
use gristmill_machine::DeviceKind;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The plain sum of blocks, by a tree of lanes.
const TREE: KernelSource = compute_kernel!("primitives/reduce_shared");
/// The same sum, a stretch for each lane.
const STRETCHES: KernelSource = compute_kernel!("primitives/scan_chunk_totals");

/// Elements that are added.
const ELEMENTS: usize = 1 << 16;
/// Elements of a block and of a stretch.
const BLOCK: usize = 256;
/// Runs of each; the shortest counts.
const RUNS: usize = 3;

/// Drivers that were tried.
static KNOWN: Mutex<Vec<(String, DeviceKind)>> = Mutex::new(Vec::new());

/// The name of the variable that decides instead.
const DECIDED: &str = "GRISTMILL_SUITED";

impl Device {
    /// The kind of machine whose shapes of kernels suit this one, of those of the compute era: on the lanes of a CPU each
    /// invocation takes a stretch of elements for itself, on those of a GPU neighbours take elements beside each other.
    ///
    /// A driver is asked once per process, in some ten milliseconds: the same sum by both shapes, and the faster decides. A name
    /// decides nothing. `GRISTMILL_SUITED` with `cpu` or `gpu` decides instead. The emulator counts rather than runs, so
    /// it is what it is; so is a driver without compute shaders.
    ///
    /// ```
    /// use gristmill::{Device, DeviceKind, Era, MachineChoice};
    /// # let Ok(device) = Device::choose(Era::Compute, MachineChoice::Emulator) else { return };
    /// assert_eq!(device.suited_to(), DeviceKind::Emulator);
    /// ```
    pub fn suited_to(&self) -> DeviceKind {
        let kind = self.info().kind;
        if kind == DeviceKind::Emulator {
            return kind;
        }
        let tried = || self.known_or_tried().unwrap_or(kind);
        *self.machine.suited.get_or_init(|| decided().unwrap_or_else(tried))
    }

    /// What the same driver was found to be before in this process, or is found to be now.
    fn known_or_tried(&self) -> Result<DeviceKind> {
        let driver = format!("{} {}", self.info().name, self.info().version);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, kind)) = known.iter().find(|(name, _)| *name == driver) {
            return Ok(*kind);
        }
        let kind = self.tried()?;
        known.push((driver, kind));
        Ok(kind)
    }

    /// The kind whose shape was the faster.
    fn tried(&self) -> Result<DeviceKind> {
        // Whoever records a run records this no more than a compiler's work.
        let recorder = self.machine.recorder.take();
        let times = self.with_era(Era::Compute).and_then(|device| device.tree_and_stretches());
        *self.machine.recorder.borrow_mut() = recorder;
        let [tree, stretches] = times?;
        Ok(if stretches < tree { DeviceKind::Cpu } else { DeviceKind::Gpu })
    }

    /// How long the sum of blocks takes, and that of stretches.
    fn tree_and_stretches(&self) -> Result<[Duration; 2]> {
        let source = self.stream_in(Layout::Linear, ELEMENTS, &vec![1.0_f32; ELEMENTS])?;
        let mut sums = self.uninit_in::<f32>(Layout::Linear, ELEMENTS / BLOCK)?;
        let kernels = [self.kernel(&TREE)?, self.kernel(&STRETCHES)?];
        let mut best = [Duration::MAX; 2];
        for round in 0..=RUNS {
            for (at, (kernel, best)) in kernels.iter().zip(&mut best).enumerate() {
                let call = kernel.call().gather("source", &source);
                let start = Instant::now();
                if at == 0 {
                    call.output("result", &mut sums).elements(ELEMENTS).run()?;
                } else {
                    call.uniform("chunk", BLOCK as i32).output("totals", &mut sums).run()?;
                }
                self.finish()?;
                // Drivers compile in the first round.
                if round > 0 {
                    *best = start.elapsed().min(*best);
                }
                self.right(&sums)?;
            }
        }
        Ok(best)
    }

    fn right(&self, sums: &Stream<f32>) -> Result<()> {
        match sums.read()?.iter().all(|sum| *sum == BLOCK as f32) {
            true => Ok(()),
            false => Err(Error::driver("trying both shapes of a sum", "one of them is wrong")),
        }
    }
}

/// Whether the environment says what it may.
///
/// # Errors
/// [`Error::Data`] with what it says instead.
pub(super) fn check_environment() -> Result<()> {
    match std::env::var(DECIDED) {
        Ok(said) if !said.is_empty() && decided().is_none() => Err(Error::data(format!(
            "{DECIDED} is {said}; give it cpu or gpu, or nothing (see the chapter Know your machine)"
        ))),
        _ => Ok(()),
    }
}

/// What the environment says, where it says one of the two.
fn decided() -> Option<DeviceKind> {
    match std::env::var(DECIDED).ok()?.as_str() {
        "cpu" => Some(DeviceKind::Cpu),
        "gpu" => Some(DeviceKind::Gpu),
        _ => None,
    }
}
