//! Volume: an array of three dimensions in whatever layout, under one interface: a step of diffusion, and reads between the cells.
//!
//! | era | layout | passes a step | reads a cell |
//! |---|---|---|---|
//! | fragment | slices side by side in one texture | one | 7 |
//! | fragment, rows | line after line in one texture | one | 7 |
//! | fragment, slices | a texture a slice | one a slice | 7 |
//! | fragment, volume | a 3D texture | one a slice | 7 |
//! | compute | a buffer | one | 7 |
//! | compute, columns | a buffer, columns in registers | one | 5 |
//!
//! Sources: Lefohn, Kniss and Owens, GPU Gems 2, chapter 33, 2005 (3D arrays); Harris, Baxter, Scheuermann and Lastra, Simulation of Cloud
//! Dynamics on Graphics Hardware, 2003 (flat 3D textures).

mod row;

pub(in crate::algorithms) use row::ROW;

use crate::{
    Device, Element, Era, Error, Kernel, KernelSource, Layout, PingPong, Result, Shape, Stream, compute_kernel,
    fragment_kernel, kernel_pair,
};

const VOLUME: KernelSource = kernel_pair!("structures/volume");
const COLUMNS: KernelSource = compute_kernel!("structures/volume_columns");
const SAMPLE: KernelSource = kernel_pair!("structures/volume_sample");
const SAMPLE_FLAT: KernelSource = fragment_kernel!("structures/volume_sample_flat");
/// Cells of an invocation of `volume_columns.comp`.
const HEIGHT: usize = 16;

/// So many steps of diffusion, in the device's era: each takes `rate` of the difference to each of a cell's six neighbours.
///
/// `cells` has three dimensions, x the fastest, in any layout of the era; the result lies as it does. The walls are tight: what the cells
/// sum up to stays. A cell that is NaN makes its neighbours NaN.
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
/// [`Error::Data`] where the stream does not have three dimensions, or the rate is not from 0 to 1/6: beyond it steps blow up.
pub fn volume(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    match device.era() {
        Era::Fragment => fragment(device, cells, rate, steps),
        Era::Compute => compute(device, cells, rate, steps),
    }
}

// ANCHOR: reference
/// The same by loops over slices, lines and columns, in `f64`.
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

/// One fragment a cell, in whatever texture layout `cells` has.
///
/// # Errors
/// As [`volume`].
pub fn fragment(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check(cells.shape(), rate)?;
    // ANCHOR: fragment
    let kernel = device.kernel(&in_layout(VOLUME, cells.layout())?)?;
    repeat(&device, cells, steps, |now, next| {
        let call = kernel.call().uniform("rate", rate);
        let call = match now.layout() {
            Layout::Slices => call.slice("below", now, -1).input("source", now).slice("above", now, 1),
            _ => call.gather("source", now),
        };
        call.output("result", next).run()
    })
    // ANCHOR_END: fragment
}

/// One invocation a cell.
///
/// # Errors
/// As [`volume`].
pub fn compute(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check(cells.shape(), rate)?;
    let kernel = device.kernel(&in_layout(VOLUME, Layout::Linear)?)?;
    repeat(&device, cells, steps, |now, next| buffers(&kernel, now, rate).output("result", next).run())
}

/// One invocation for a column of sixteen cells, which keeps three of them in registers.
///
/// # Errors
/// As [`volume`].
pub fn compute_columns(device: &Device, cells: &Stream<f32>, rate: f32, steps: usize) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Compute)?;
    check(cells.shape(), rate)?;
    let kernel = device.kernel(&in_layout(COLUMNS, Layout::Linear)?)?;
    let group = [kernel.group_size()[0] as usize, kernel.group_size()[1] as usize, HEIGHT];
    let groups = [0, 1, 2].map(|axis| cells.shape().extent(axis).div_ceil(group[axis]) as u32);
    repeat(&device, cells, steps, |now, next| buffers(&kernel, now, rate).groups(groups).output("result", next).run())
}

fn buffers<'a>(kernel: &'a Kernel, now: &'a Stream<f32>, rate: f32) -> crate::Call<'a> {
    kernel.call().uniform("rate", rate).gather("source", now)
}

/// The kernel for volumes that lie so.
///
/// # Errors
/// [`Error::Data`] for a layout that came later than this.
pub(super) fn in_layout(kernel: KernelSource, layout: Layout) -> Result<KernelSource> {
    let kernel = kernel.include("volume.glsl", include_str!("../../../kernel_includes/volume.glsl"));
    Ok(match layout {
        Layout::Packed | Layout::PackedAt(_) => kernel.define("LAYOUT", "ROWS"),
        Layout::BySlice => kernel.define("LAYOUT", "BY_SLICE"),
        Layout::Slices => kernel.define("LAYOUT", "SLICES"),
        Layout::Volume => kernel.define("LAYOUT", "VOLUME"),
        Layout::Linear => kernel, // its text says so
    })
}

/// So many passes, from `cells` on; every stream lies as `cells` does.
fn repeat<T: Element>(
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

fn check(shape: Shape, rate: f32) -> Result<()> {
    check_rank(shape)?;
    if (0.0..=1.0 / 6.0).contains(&rate) {
        return Ok(());
    }
    Err(Error::data(format!(
        "a rate of diffusion of {rate} is given, the limit is 1/6, beyond which a step of six neighbours blows up; take more and smaller steps"
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

/// The cells of a file of 16-bit numbers, the low byte first, as scanners write them, with its *last* axis the fastest: their shape, turned
/// round so that the first is, and each cell.
///
/// ```
/// use gristmill::algorithms::volume::of_file;
/// let (shape, cells) = of_file(&[1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 255, 255], [1, 2, 3])?;
/// assert_eq!((shape, cells), ([3, 2, 1], vec![1.0, 2.0, 3.0, 4.0, 5.0, -1.0]));
/// assert_eq!(
///     of_file(&[0; 10], [1, 2, 3]).unwrap_err().to_string(),
///     "a volume of 1x2x3 numbers of 16 bits has 12 bytes, the file 10; give the shape that the file was written with"
/// );
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] where the file has more or fewer bytes than such a volume.
pub fn of_file(bytes: &[u8], [slowest, middle, fastest]: [usize; 3]) -> Result<([usize; 3], Vec<f32>)> {
    let needed = [2, slowest, middle, fastest]
        .iter()
        .map(|count| *count as u128)
        .product::<u128>();
    if bytes.len() as u128 != needed {
        return Err(Error::data(format!(
            "a volume of {slowest}x{middle}x{fastest} numbers of 16 bits has {needed} bytes, the file {}; give the shape that the file was written with",
            bytes.len()
        )));
    }
    let cells = bytes
        .chunks_exact(2)
        .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])))
        .collect();
    Ok(([fastest, middle, slowest], cells))
}

// ANCHOR: sample
/// The volume between its cells, trilinear, at `points`: cell (x, y, z) has its value at the point (x, y, z). Points outside read at the
/// nearest place of the volume's surface; the fourth lane of a point does not matter.
///
/// The layout makes no difference to the result: no slice bleeds into another.
///
/// # Errors
/// [`Error::Data`] where the volume does not have three dimensions or no cell, or is a stack of slices: a pass cannot choose among textures.
pub fn sample(device: &Device, cells: &Stream<f32>, points: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    check_sampled(cells)?;
    if cells.layout() == Layout::Slices {
        return Err(Error::data(
            "a stack of slices cannot be sampled, since a pass reads the textures it names and no others; copy it to Layout::BySlice",
        ));
    }
    sampled(device, in_layout(SAMPLE, cells.layout())?, cells, points)
}
// ANCHOR_END: sample

/// What a bilinear sampler of a flat texture ([`Layout::BySlice`]) gives: wrong at the borders of slices, where texels of another slice
/// bleed in. For the chapter; fragment era alone.
///
/// # Errors
/// As [`sample`], and [`Error::Data`] for other layouts.
pub fn sample_bleeding(device: &Device, cells: &Stream<f32>, points: &Stream<[f32; 4]>) -> Result<Stream<f32>> {
    check_sampled(cells)?;
    if cells.layout() != Layout::BySlice {
        return Err(Error::data("slices bleed where they lie side by side; give a volume of Layout::BySlice"));
    }
    sampled(&device.with_era(Era::Fragment)?, in_layout(SAMPLE_FLAT, Layout::BySlice)?, cells, points)
}

fn check_sampled(cells: &Stream<f32>) -> Result<()> {
    check_rank(cells.shape())?;
    if cells.is_empty() {
        return Err(Error::data("a volume without cells has no value anywhere; give it one cell or more"));
    }
    Ok(())
}

fn sampled(
    device: &Device,
    kernel: KernelSource,
    cells: &Stream<f32>,
    points: &Stream<[f32; 4]>,
) -> Result<Stream<f32>> {
    let mut result = device.empty(points.shape())?;
    device
        .kernel(&kernel)?
        .call()
        .gather("source", cells)
        .input("points", points)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// [`sample`] at one point, on the host, in `f64`.
pub fn sample_reference(cells: &[f32], shape: [usize; 3], point: [f64; 3]) -> f64 {
    let at = |axis: usize| point[axis].clamp(0.0, (shape[axis] - 1) as f64);
    let mut sum = 0.0;
    for corner in 0..8_usize {
        let (mut share, mut index) = (1.0, 0);
        for axis in (0..3).rev() {
            let (low, high) = (at(axis).floor(), corner >> axis & 1 == 1);
            share *= if high { at(axis) - low } else { 1.0 - (at(axis) - low) };
            index = index * shape[axis] + (low as usize + usize::from(high)).min(shape[axis] - 1);
        }
        sum += share * f64::from(cells[index]);
    }
    sum
}
