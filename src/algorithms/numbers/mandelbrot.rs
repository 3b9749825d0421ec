//! The Mandelbrot set: the number of rounds of `z * z + c` for which each number c of a window stays within 2 of 0.
//!
#![doc = table!()]
//!
//! Numbers have 28 bits after the binary point and are rounded towards zero, so every device counts the same rounds.
//!
//! Sources: Mandelbrot, Fractal Aspects of the Iteration of z -> λz(1-z), 1980; Harris and Buck, GPU Gems 2,
//! chapter 34 (loops under a mask); Aila and Laine, Understanding the Efficiency of Ray Traversal on GPUs,
//! 2009 (lanes that take new work).
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::mandelbrot::{self, MOST_ROUNDS, PlaneView};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let view = PlaneView::whole([4, 3], 50)?;
//! assert!(view.rounds <= MOST_ROUNDS);
//! let rounds = mandelbrot::reference(&view);
//! for seen in [
//!     mandelbrot::fragment(&fragment, &view)?,
//!     mandelbrot::fragment_masked(&fragment, &view)?,
//!     mandelbrot::compute(&compute, &view)?,
//!     mandelbrot::compute_refilled(&compute, &view)?,
//! ] {
//!     assert_eq!(seen.read()?, rounds);
//! }
//! let floats = mandelbrot::fragment_2005(&fragment, &view)?.read()?;
//! assert_eq!(floats.iter().map(|count| *count as u32).collect::<Vec<_>>(), rounds);
//! assert_eq!(mandelbrot::picture(&rounds, &view)?.dimensions(), (4, 3));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod masked;
mod of_2005;
mod refilled;
mod view;

use super::{Check, Trial, Workload};
use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};
use view::ONE;

pub use masked::fragment_masked;
pub use of_2005::fragment_2005;
pub use refilled::compute_refilled;
pub use view::{MOST_ROUNDS, PlaneView, picture};

rungs! {
    "the rounds that numbers take to escape, 128 at most", 1 << 20, trial;
    fragment: "one loop per fragment", "1 pass; lanes wait for their slowest neighbour", "Mandelbrot 1980",
        turns |_| ROUNDS as usize + 1;
    fragment_masked: "passes of 16 rounds, ended fragments masked out", "2 passes per 16 rounds; lanes wait for 15 rounds at most",
        "GPU Gems 2, chapter 34";
    fragment_2005: "eight rounds of floats per pass, unrolled", "1 pass per 8 rounds + 1; every lane takes all rounds",
        "GPU Gems 2, chapter 34; Rost, OpenGL Shading Language, 2004", on "radeon-9700", by of_2005::trial;
    compute: "one loop per invocation, groups are squares", "1 dispatch; lanes wait for their slowest neighbour", "Mandelbrot 1980",
        turns |_| ROUNDS as usize + 1;
    compute_refilled: "a lane that is done with a number draws the next",
        "1 dispatch; lanes wait for 7 rounds at most, until numbers run out", "Aila and Laine 2009",
        turns |_| refilled::loop_turns(ROUNDS);
}

const MANDELBROT: KernelSource = kernel_pair!("numbers/mandelbrot");

/// Counts the rounds of each number of a window, in the device's era: [`PlaneView::rounds`] if it did not escape.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::mandelbrot::{PlaneView, mandelbrot}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let view = PlaneView { size: [3, 1], corner: [0, 0], distance: 1 << 28, rounds: 50 };
/// assert_eq!(mandelbrot(&device, &view)?.read()?, [50, 3, 2]); // c = 0, 1 and 2
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`crate::Error::Limit`] for more than [`MOST_ROUNDS`], [`crate::Error::Data`] for a window that leaves the
/// numbers of 32 bits.
pub fn mandelbrot(device: &Device, view: &PlaneView) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, view),
        Era::Compute => compute(device, view),
    }
}

// ANCHOR: reference
/// Computes the same picture by loops on the host, in 64 bits.
pub fn reference(view: &PlaneView) -> Vec<u32> {
    let [columns, rows] = view.size;
    (0..columns * rows)
        .map(|i| count_rounds(locate_on_axis(0, i % columns, view), locate_on_axis(1, i / columns, view), view.rounds))
        .collect()
}

fn locate_on_axis(axis: usize, i: usize, view: &PlaneView) -> i64 {
    i64::from(view.corner[axis]) + i64::from(view.distance) * i as i64
}

/// Counts the rounds before a number leaves the circle, at most `most`.
fn count_rounds(x: i64, y: i64, most: u32) -> u32 {
    let mut a = 0;
    let mut b = 0;
    for round in 0..most {
        let squared = a * a / ONE;
        let other = b * b / ONE;
        if squared + other > 4 * ONE {
            return round;
        }
        (a, b) = (squared - other + x, a * b / ONE * 2 + y);
    }
    most
}
// ANCHOR_END: reference

/// One loop per fragment.
///
/// # Errors
/// As [`mandelbrot`].
pub fn fragment(device: &Device, view: &PlaneView) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    view.check()?;
    let mut result = device.empty(view.size)?;
    let kernel = device.kernel(&MANDELBROT)?;
    view.set_uniforms(kernel.call())
        .uniform("most", view.rounds as i32)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// One loop per invocation.
///
/// # Errors
/// As [`mandelbrot`].
pub fn compute(device: &Device, view: &PlaneView) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    view.check()?;
    let mut result = device.empty(view.size)?;
    let kernel = device.kernel(&MANDELBROT)?;
    view.set_uniforms(kernel.call())
        .uniform("most", view.rounds as i32)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

/// Rounds of a trial.
const ROUNDS: u32 = 128;

type CountRung = fn(&Device, &PlaneView) -> Result<Stream<u32>>;

fn trial(device: &Device, workload: &Workload, rung: CountRung) -> Result<Trial> {
    let view = PlaneView::whole(workload.rectangle(), ROUNDS)?;
    let wanted = reference(&view);
    let device = device.clone();
    let size = wanted.len();
    let trial = Trial::with_picture(
        move || rung(&device, &view),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        move |result| picture(&result.read()?, &view),
    );
    Ok(trial.sized(size))
}
