//! Kernel shape of a device: the one that is faster in a trial, not one chosen by the device's name.

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
const TREE_KERNEL: KernelSource = compute_kernel!("primitives/reduce_shared");
/// The same sum, with a chunk for each lane.
const CHUNKS_KERNEL: KernelSource = compute_kernel!("primitives/scan_chunk_totals");

/// Elements that are added.
const ELEMENTS: usize = 1 << 16;
/// Elements of a block and of a chunk.
const BLOCK_ELEMENTS: usize = 256;
/// Timed rounds of each; the shortest time counts.
const TIMED_ROUNDS: usize = 3;

/// Drivers that were tried, with their results.
static TRIED_DRIVERS: Mutex<Vec<(String, DeviceKind)>> = Mutex::new(Vec::new());

/// The environment variable that overrides the trial.
const OVERRIDE_VARIABLE: &str = "GRISTMILL_SUITED";

impl Device {
    /// Returns the kind of device whose kernel shapes are faster on this one, of the shapes of the compute era: on a
    /// CPU each invocation processes a chunk of elements by itself, on a GPU neighbouring invocations process
    /// neighbouring elements.
    ///
    /// A driver is tried once per process, in some ten milliseconds: it computes the same sum with both shapes, and
    /// the faster one decides. Its name decides nothing. `GRISTMILL_SUITED` with `cpu` or `gpu` overrides the trial.
    /// The emulator counts rather than runs, so its own kind is returned; likewise for a driver without compute
    /// shaders.
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
        *self
            .machine
            .suited
            .get_or_init(|| kind_override().unwrap_or_else(|| self.cached_kernel_shape().unwrap_or(kind)))
    }

    /// Returns the kind found by an earlier trial of the same driver in this process, or by a new one.
    fn cached_kernel_shape(&self) -> Result<DeviceKind> {
        let driver = format!("{} {}", self.info().name, self.info().version);
        let mut known = TRIED_DRIVERS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, kind)) = known.iter().find(|(name, _)| *name == driver) {
            return Ok(*kind);
        }
        let kind = self.try_kernel_shapes()?;
        known.push((driver, kind));
        Ok(kind)
    }

    /// Returns the kind whose shape was faster.
    fn try_kernel_shapes(&self) -> Result<DeviceKind> {
        // A trace that is being recorded does not include the trial, as it does not include a compiler's work.
        let recorder = self.machine.recorder.take();
        let times = self.with_era(Era::Compute).and_then(|device| device.time_both_shapes());
        *self.machine.recorder.borrow_mut() = recorder;
        let [tree, stretches] = times?;
        Ok(if stretches < tree { DeviceKind::Cpu } else { DeviceKind::Gpu })
    }

    /// Returns the time of the sum by a tree, and of the sum by chunks.
    fn time_both_shapes(&self) -> Result<[Duration; 2]> {
        let source = self.stream_in(Layout::Linear, ELEMENTS, &vec![1.0_f32; ELEMENTS])?;
        let mut sums = self.uninit_in::<f32>(Layout::Linear, ELEMENTS / BLOCK_ELEMENTS)?;
        let kernels = [self.kernel(&TREE_KERNEL)?, self.kernel(&CHUNKS_KERNEL)?];
        let mut best = [Duration::MAX; 2];
        for round in 0..=TIMED_ROUNDS {
            for (at, (kernel, best)) in kernels.iter().zip(&mut best).enumerate() {
                let call = kernel.call().gather("source", &source);
                let start = Instant::now();
                if at == 0 {
                    call.output("result", &mut sums).elements(ELEMENTS).run()?;
                } else {
                    call.uniform("chunk", BLOCK_ELEMENTS as i32).output("totals", &mut sums).run()?;
                }
                self.finish()?;
                // Drivers compile in the first round.
                if round > 0 {
                    *best = start.elapsed().min(*best);
                }
                self.check_sums(&sums)?;
            }
        }
        Ok(best)
    }

    fn check_sums(&self, sums: &Stream<f32>) -> Result<()> {
        match sums.read()?.iter().all(|sum| *sum == BLOCK_ELEMENTS as f32) {
            true => Ok(()),
            false => Err(Error::driver("trying both shapes of a sum", "one of them is wrong")),
        }
    }
}

/// Checks that the environment variable has an allowed value.
///
/// # Errors
/// [`Error::Data`] with its value.
pub(super) fn check_environment() -> Result<()> {
    match std::env::var(OVERRIDE_VARIABLE) {
        Ok(said) if !said.is_empty() && kind_override().is_none() => Err(Error::data(format!(
            "{OVERRIDE_VARIABLE} is {said}; expected cpu, gpu or nothing (see the chapter Know your machine)"
        ))),
        _ => Ok(()),
    }
}

/// Returns the kind that the environment variable names, if it names one.
fn kind_override() -> Option<DeviceKind> {
    match std::env::var(OVERRIDE_VARIABLE).ok()?.as_str() {
        "cpu" => Some(DeviceKind::Cpu),
        "gpu" => Some(DeviceKind::Gpu),
        _ => None,
    }
}
