//! Volume: a three-dimensional array in any layout, with one interface: a step of diffusion, and reads between the
//! cells.
//!
#![doc = table!()]
//!
//! The layout is a property of the stream: [`fragment`] accepts all four of its era.
//!
//! Sources: Lefohn, Kniss and Owens, GPU Gems 2, chapter 33, 2005 (3D arrays); Harris, Baxter, Scheuermann
//! and Lastra, Simulation of Cloud Dynamics on Graphics Hardware, 2003 (flat 3D textures).
//!
//! [`fragment_rows`]: fragment
//! [`fragment_slices`]: fragment
//! [`fragment_volume`]: fragment
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::volume::{self, sample, sample_bleeding, sample_reference};
//! use gristmill::{Device, Era, Layout};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (shape, cells) = ([3, 1, 1], [0.0, 8.0, 0.0]);
//! let wanted = [1.0, 6.0, 1.0];
//! assert_eq!(volume::reference(&cells, shape, 0.125, 1), wanted.map(f64::from));
//! let old = fragment.stream_in(Layout::BySlice, shape, &cells)?;
//! let new = compute.stream_in(Layout::Linear, shape, &cells)?;
//! assert_eq!(volume::fragment(&fragment, &old, 0.125, 1)?.read()?, wanted);
//! assert_eq!(volume::fragment_table(&fragment, &old, 0.125, 1)?.read()?, wanted);
//! assert_eq!(volume::fragment_four(&fragment, &old, 0.125, 1)?.read()?, wanted);
//! assert_eq!(volume::fragment_2005(&fragment, &old, 0.125, 1)?.read()?, wanted);
//! let rows = fragment.stream_in(Layout::Packed, shape, &cells)?;
//! assert_eq!(volume::fragment_rows_2005(&fragment, &rows, 0.125, 1)?.read()?, wanted);
//! assert_eq!(volume::compute(&compute, &new, 0.125, 1)?.read()?, wanted);
//! assert_eq!(volume::compute_columns(&compute, &new, 0.125, 1)?.read()?, wanted);
//!
//! // Half way from the first cell to the second.
//! let between = fragment.stream(&[[0.5, 0.0, 0.0, 0.0]])?;
//! assert_eq!(sample_reference(&cells, shape, [0.5, 0.0, 0.0]), 4.0);
//! assert_eq!(sample(&fragment, &old, &between)?.read()?, [4.0]);
//! assert_eq!(sample_bleeding(&fragment, &old, &between)?.read()?, [4.0]); // no slice to bleed from
//! # Ok::<(), gristmill::Error>(())
//! ```

mod file;
mod flat;
mod sample;
mod trial;

pub use file::of_file;
pub(super) use flat::check_by_slice;
pub use flat::{fragment_2005, fragment_four, fragment_rows_2005, fragment_table};
pub use sample::{sample, sample_bleeding, sample_linear, sample_reference};

use crate::{
    Device, Element, Era, Error, KernelSource, Layout, PingPong, Result, Shape, Stream, compute_kernel, kernel_pair,
};
use trial::{trial, trial_in};

rungs! {
    "diffusion in a volume, 4 steps, in five layouts", 32 * 24 * 22, trial;
    fragment: "slices side by side in one texture", "1 pass per step; 7 reads per cell", "GPU Gems 2, listing 33-4";
    fragment_rows: "line after line in one texture", "1 pass per step; 7 reads per cell", "GPU Gems 2, listing 33-3",
        by |device, workload| trial_in(device, workload, Layout::Packed, fragment);
    fragment_slices: "a texture per slice", "1 pass per slice and step; 7 reads per cell", "GPU Gems 2, figure 33-6",
        by |device, workload| trial_in(device, workload, Layout::Slices, fragment);
    fragment_volume: "a 3D texture", "1 pass per slice and step; 7 reads per cell", "GPU Gems 2, section 33.2.3",
        by |device, workload| trial_in(device, workload, Layout::Volume, fragment);
    fragment_table: "slices side by side, found in a 1D texture", "1 pass per step; 14 reads per cell",
        "Harris and others 2003";
    fragment_four: "a texture per slice, four slices per pass", "1 pass per 4 slices and step; 26 reads per 4 cells",
        "GPU Gems 2, figure 33-6", by |device, workload| trial_in(device, workload, Layout::Slices, fragment_four);
    fragment_2005: "slices side by side, their columns and rows in floats", "1 pass per step; 7 reads per cell",
        "GPU Gems 2, listing 33-4", on "radeon-9700";
    fragment_rows_2005: "line after line, an index divided in floats", "1 pass per step; 7 reads per cell",
        "GPU Gems 2, listing 33-3", on "radeon-9700",
        by |device, workload| trial_in(device, workload, Layout::Packed, fragment_rows_2005);
    compute: "a buffer, one invocation per cell", "1 dispatch per step; 7 reads per cell", "the listing, in a buffer";
    compute_columns: "columns with three cells in registers", "1 dispatch per step; 5 reads per cell",
        "Micikevicius 2009";
}

const VOLUME: KernelSource = kernel_pair!("structures/volume");
const COLUMNS: KernelSource = compute_kernel!("structures/volume_columns");

/// Cells per invocation of `volume_columns.comp`.
const COLUMN_HEIGHT: usize = 16;

/// Runs `steps` steps of diffusion, in the device's era: each moves `rate` of the difference to each of a cell's six
/// neighbours.
///
/// `cells` has three dimensions, x the fastest, in any layout of the era; the result has the same layout. The walls are
/// closed: the sum of all cells is conserved. A cell that is NaN makes its neighbours NaN.
///
/// ```
/// use gristmill::algorithms::volume::volume;
/// # use gristmill::{Device, Era, Layout};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// for layout in [Layout::BySlice, Layout::Packed, Layout::Slices, Layout::Volume] {
///     let cells = device.stream_in(layout, [3, 1, 1], &[0.0, 8.0, 0.0])?;
///     assert_eq!(volume(&device, &cells, 0.125, 1)?.read()?, [1.0, 6.0, 1.0]);
/// }
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the stream does not have three dimensions, or the rate is not from 0 to 1/6: above that, steps
/// are unstable.
pub fn volume(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, cells, rate, steps),
        Era::Compute => compute(device, cells, rate, steps),
    }
}

// ANCHOR: reference
/// Runs the same steps on the host, by loops over slices, rows and columns, in `f64`.
pub fn reference(cells: &[f32], [width, height, depth]: [usize; 3], rate: f32, steps: usize) -> Vec<f64> {
    let mut now: Vec<f64> = cells.iter().copied().map(f64::from).collect();
    for _ in 0..steps {
        let mut next = Vec::with_capacity(now.len());
        for (z, y, x) in (0..depth).flat_map(|z| (0..height).flat_map(move |y| (0..width).map(move |x| (z, y, x)))) {
            let at = |x: usize, y: usize, z: usize| now[x + width * (y + height * z)];
            let here = at(x, y, z);
            let sum = at(x.saturating_sub(1), y, z)
                + at((x + 1).min(width - 1), y, z)
                + at(x, y.saturating_sub(1), z)
                + at(x, (y + 1).min(height - 1), z)
                + at(x, y, z.saturating_sub(1))
                + at(x, y, (z + 1).min(depth - 1));
            next.push(here + f64::from(rate) * (sum - 6.0 * here));
        }
        now = next;
    }
    now
}
// ANCHOR_END: reference

/// One fragment per cell, in the texture layout of `cells`.
///
/// # Errors
/// As [`volume`].
pub fn fragment(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_volume(cells.shape(), rate)?;
    // ANCHOR: fragment
    let kernel = device.kernel(&for_layout(VOLUME, cells.layout()))?;
    repeat_passes(&device, cells, steps, |now, next| {
        let call = kernel.call().uniform("rate", rate);
        let call = match now.layout() {
            Layout::Slices => call.slice("below", now, -1).input("source", now).slice("above", now, 1),
            _ => call.gather("source", now),
        };
        call.output("result", next).run()
    })
    // ANCHOR_END: fragment
}

/// One invocation per cell.
///
/// # Errors
/// As [`volume`].
pub fn compute(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check_volume(cells.shape(), rate)?;
    let kernel = device.kernel(&VOLUME)?;
    repeat_passes(&device, cells, steps, |now, next| {
        kernel
            .call()
            .uniform("rate", rate)
            .gather("source", now)
            .output("result", next)
            .run()
    })
}

/// One invocation for a column of sixteen cells, which keeps three of them in registers.
///
/// # Errors
/// As [`volume`].
pub fn compute_columns(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check_volume(cells.shape(), rate)?;
    let kernel = device.kernel(&COLUMNS)?;
    let group = [kernel.group_size()[0] as usize, kernel.group_size()[1] as usize, COLUMN_HEIGHT];
    let groups = [0, 1, 2].map(|axis| cells.shape().extent(axis).div_ceil(group[axis]) as u32);
    repeat_passes(&device, cells, steps, |now, next| {
        kernel
            .call()
            .uniform("rate", rate)
            .gather("source", now)
            .groups(groups)
            .output("result", next)
            .run()
    })
}

/// Specialises a kernel for volumes of a layout.
pub(super) fn for_layout(kernel: KernelSource, layout: Layout) -> KernelSource {
    match layout {
        Layout::Packed | Layout::PackedAt(_) | Layout::Rectangle => kernel.define("LAYOUT", "ROWS"),
        Layout::BySlice => kernel.define("LAYOUT", "BY_SLICE"),
        Layout::Slices => kernel.define("LAYOUT", "SLICES"),
        Layout::Volume => kernel.define("LAYOUT", "VOLUME"),
        Layout::Linear => kernel,             // the default of its text
        Layout::Row | Layout::Cube => kernel, // a call refuses these
    }
}

/// Runs `steps` passes, starting from `cells`; every stream has the layout of `cells`.
fn repeat_passes<T: Element>(
    device: &Device,
    cells: &Stream<T>,
    steps: usize,
    pass: impl Fn(&Stream<T>, &mut Stream<T>) -> Result<()>,
) -> Result<Stream<T>> {
    let mut first = device.empty_in(cells.layout(), cells.shape())?;
    if steps == 0 || cells.is_empty() {
        first.copy_from(cells)?;
        return Ok(first);
    }
    pass(cells, &mut first)?;
    if steps == 1 {
        return Ok(first);
    }
    let mut volumes = PingPong::new(first, device.empty_in(cells.layout(), cells.shape())?);
    for _ in 1..steps {
        volumes.step(&pass)?;
    }
    Ok(volumes.into_now())
}

fn check_volume(shape: Shape, rate: f32) -> Result<()> {
    check_rank(shape)?;
    if (0.0..=1.0 / 6.0).contains(&rate) {
        return Ok(());
    }
    Err(Error::data(format!(
        "a rate of diffusion of {rate} is given, the limit is 1/6, beyond which a step of six neighbours is unstable; \
         use more and smaller steps"
    )))
}

fn check_rank(shape: Shape) -> Result<()> {
    match shape.rank() {
        3 => Ok(()),
        rank => Err(Error::data(format!(
            "a volume has 3 dimensions, the stream has {rank}; give it [width, height, depth]"
        ))),
    }
}
