//! The Mandelbrot set: how many rounds of `z * z + c` each number c of a window stays within 2 of 0.
//!
//! | era | method | passes | rounds that lanes wait for |
//! |---|---|---|---|
//! | fragment | one loop a fragment | 1 | those of the slowest neighbour |
//! | fragment, masked | passes of 16 rounds, ended fragments masked out | 2 for 16 rounds | at most 15 |
//! | compute | one loop an invocation, groups are squares | 1 | those of the slowest neighbour |
//! | compute, refilled | who is done with a number draws the next | 1 | at most 7, until numbers run out |
//!
//! Numbers have 28 bits behind the point and are rounded towards zero, so every machine counts the same rounds.
//!
//! Sources: Mandelbrot, Fractal Aspects of the Iteration of z -> λz(1-z), 1980; Harris and Buck, GPU Gems 2, chapter 34 (loops under a mask); Aila
//! and Laine, Understanding the Efficiency of Ray Traversal on GPUs, 2009 (lanes that take new work).

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{
    Call, Compare, DepthStencilState, Device, Era, Error, KernelSource, PingPong, Result, StencilUpdate, Stream,
    compute_kernel, fragment_kernel, kernel_pair,
};
use image::{Rgb, RgbImage, RgbaImage};

const INCLUDED: &str = include_str!("../../../kernel_includes/mandelbrot.glsl");
const MANDELBROT: KernelSource = kernel_pair!("numbers/mandelbrot");
const MASKED: KernelSource = fragment_kernel!("numbers/mandelbrot_masked");
const MARK: KernelSource = fragment_kernel!("numbers/mandelbrot_mark");
const REFILLED: KernelSource = compute_kernel!("numbers/mandelbrot_refilled");

/// 1 in fixed point.
const ONE: i64 = 1 << 28;

/// The most rounds: llvmpipe ends an invocation after 65,535 turns of all its loops, and the refilled kernel has a loop in a loop.
pub const MOST_ROUNDS: u32 = 56_000;

/// Rounds of a pass under the mask.
const ROUNDS_A_PASS: u32 = 16;

/// Rounds of a turn of the refilled kernel, and numbers that a lane draws if none escapes.
const ROUNDS_A_TURN: usize = 8;
const NUMBERS_A_LANE: usize = 16;
const TURNS_OF_ALL_LOOPS: usize = 65_000;

/// A window of the plane, and for how long to try. Coordinates are in units of 2^-28.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Columns and rows of the result.
    pub size: [usize; 2],
    /// The number c of the first element: its real and its imaginary part.
    pub corner: [i32; 2],
    /// From one number to the next, along rows and along columns.
    pub distance: i32,
    /// The most rounds; who stays for so long is taken for a member of the set. At most [`MOST_ROUNDS`].
    pub rounds: u32,
}

impl View {
    /// The window of that width around a centre.
    ///
    /// ```
    /// use gristmill::algorithms::mandelbrot::View;
    /// let view = View::around([0.0, 0.0], 2.0, [4, 2], 100)?;
    /// assert_eq!(view.corner, [-(1 << 28), -(1 << 27)]);
    /// assert_eq!(view.distance, 1 << 27);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] where the window does not lie within 8 of 0, or where numbers are closer than 2^-28.
    pub fn around(centre: [f64; 2], width: f64, size: [usize; 2], rounds: u32) -> Result<View> {
        let step = (width / size[0].max(1) as f64 * ONE as f64).round();
        let corner = [0, 1].map(|axis| (centre[axis] * ONE as f64 - step * size[axis] as f64 / 2.0).round());
        let word = 2_f64.powi(31);
        if !(1.0..word).contains(&step) || corner.iter().any(|place| !(-word..word).contains(place)) {
            return Err(Error::data(format!(
                "a window of width {width} around {centre:?} with {} columns does not fit in 28 bits behind the point; take one within 8 of 0, \
                 and not so narrow",
                size[0]
            )));
        }
        let view = View { size, corner: corner.map(|place| place as i32), distance: step as i32, rounds };
        view.check().map(|()| view)
    }

    /// The whole set; of a long strip, its middle.
    ///
    /// # Errors
    /// [`Error::Data`] where there are so many columns or rows that numbers would be closer than 2^-28.
    pub fn whole(size: [usize; 2], rounds: u32) -> Result<View> {
        let [columns, rows] = size.map(|side| side.max(1) as f64);
        let step = f64::max(2.6 / columns, 2.4 / rows).min(12.0 / f64::max(columns, rows));
        View::around([-0.75, 0.0], step * columns, size, rounds)
    }

    fn check(&self) -> Result<()> {
        if self.rounds > MOST_ROUNDS {
            let (given, limit) = (u128::from(self.rounds), u128::from(MOST_ROUNDS));
            return Err(Error::limit("rounds of the Mandelbrot set", given, limit, "ask for fewer"));
        }
        let fits = |(corner, side): (&i32, &usize)| {
            let last = i64::try_from(side.saturating_sub(1)).ok()?.checked_mul(self.distance.into())?;
            i32::try_from(last.checked_add((*corner).into())?).ok()
        };
        match self.corner.iter().zip(&self.size).all(|place| fits(place).is_some()) {
            true => Ok(()),
            false => Err(Error::data(format!(
                "a window from {:?} in steps of {} leaves the numbers of 32 bits; take a smaller one",
                self.corner, self.distance
            ))),
        }
    }

    fn set<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("corner", self.corner).uniform("distance", self.distance)
    }
}

/// The rounds of each number of a window, in the device's era: [`View::rounds`] where it did not escape.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::mandelbrot::{View, mandelbrot}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let view = View { size: [3, 1], corner: [0, 0], distance: 1 << 28, rounds: 50 };
/// assert_eq!(mandelbrot(&device, &view)?.read()?, [50, 3, 2]); // c = 0, 1 and 2
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Limit`] for more than [`MOST_ROUNDS`], [`Error::Data`] for a window that leaves the numbers of 32 bits.
pub fn mandelbrot(device: &Device, view: &View) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, view),
        Era::Compute => compute(device, view),
    }
}

// ANCHOR: reference
/// The same by loops, in 64 bits.
pub fn reference(view: &View) -> Vec<u32> {
    let rounds = |x: i64, y: i64| {
        let (mut a, mut b) = (0, 0);
        for round in 0..view.rounds {
            let (squared, other) = (a * a / ONE, b * b / ONE);
            if squared + other > 4 * ONE {
                return round;
            }
            (a, b) = (squared - other + x, a * b / ONE * 2 + y);
        }
        view.rounds
    };
    let place = |axis: usize, i: usize| i64::from(view.corner[axis]) + i64::from(view.distance) * i as i64;
    let [columns, rows] = view.size;
    (0..columns * rows)
        .map(|i| rounds(place(0, i % columns), place(1, i / columns)))
        .collect()
}
// ANCHOR_END: reference

/// One loop a fragment.
///
/// # Errors
/// As [`mandelbrot`].
pub fn fragment(device: &Device, view: &View) -> Result<Stream<u32>> {
    run(&device.with_era(Era::Fragment)?, view)
}

/// One loop an invocation.
///
/// # Errors
/// As [`mandelbrot`].
pub fn compute(device: &Device, view: &View) -> Result<Stream<u32>> {
    run(&device.with_era(Era::Compute)?, view)
}

fn run(device: &Device, view: &View) -> Result<Stream<u32>> {
    view.check()?;
    let mut result = device.empty(view.size)?;
    let kernel = device.kernel(&MANDELBROT.include("mandelbrot.glsl", INCLUDED))?;
    view.set(kernel.call())
        .uniform("most", view.rounds as i32)
        .output("result", &mut result)
        .run()?;
    Ok(result)
}

// ANCHOR: masked
/// Passes of a few rounds: after each, a second pass masks the fragments that have ended, and counts them.
///
/// # Errors
/// As [`mandelbrot`].
pub fn fragment_masked(device: &Device, view: &View) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    view.check()?;
    let mut result = device.empty(view.size)?;
    let [columns, rows] = view.size;
    if result.is_empty() {
        return Ok(result);
    }
    let mut z = PingPong::new(device.empty::<[i32; 2]>(view.size)?, device.empty(view.size)?);
    let mut ended = device.empty::<u32>(view.size)?;
    let (mut mask, mut query, mut sum) = (device.depth_stencil(columns, rows)?, device.query()?, 0);
    let going = DepthStencilState { stencil: Compare::NotEqual, reference: 1, ..DepthStencilState::default() };
    let marking = DepthStencilState { on_pass: StencilUpdate::Replace, ..going };
    let kernel = device.kernel(&MASKED.include("mandelbrot.glsl", INCLUDED))?;
    let mark = device.kernel(&MARK)?;
    let mut before = 0;
    while before < view.rounds && sum < result.len() {
        let most = ROUNDS_A_PASS.min(view.rounds - before);
        z.step(|now, next| {
            let call = view
                .set(kernel.call())
                .uniform("before", before as i32)
                .uniform("most", most as i32);
            call.input("z", now)
                .output("new_z", next)
                .output("result", &mut result)
                .depth_stencil(&mut mask, going)
                .run()
        })?;
        before += most;
        let call = mark
            .call()
            .uniform("most", before)
            .input("rounds", &result)
            .output("ended", &mut ended);
        call.depth_stencil(&mut mask, marking).count(&mut query).run()?;
        sum += query.fragments()? as usize;
    }
    Ok(result)
}
// ANCHOR_END: masked

/// Lanes that draw a new number as soon as they are done with one.
///
/// # Errors
/// As [`mandelbrot`].
pub fn compute_refilled(device: &Device, view: &View) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    view.check()?;
    let mut result = device.empty(view.size)?;
    // The rounds of a number and its end take so many turns, each of which is one of the outer loop and up to eight of the inner one.
    let each = (view.rounds as usize + 1).div_ceil(ROUNDS_A_TURN);
    let most = TURNS_OF_ALL_LOOPS / (ROUNDS_A_TURN + 1) - each;
    let turns = most.min(NUMBERS_A_LANE * each);
    // A lane draws until it has made `turns`, so that all have drawn their last only when all numbers are done.
    let lanes = (result.len() * each).div_ceil(turns);
    let mut ticket = device.stream(&[0_u32])?;
    let kernel = device.kernel(&REFILLED.include("mandelbrot.glsl", INCLUDED))?;
    let call = view
        .set(kernel.call())
        .uniform("most", view.rounds as i32)
        .uniform("turns", turns as i32);
    let call = call
        .uniform("width", view.size[0] as i32)
        .update("ticket", &mut ticket)
        .output("result", &mut result);
    call.elements(lanes).run()?;
    Ok(result)
}

/// A picture of the rounds: members black, the others the brighter, the longer they stayed.
///
/// # Errors
/// [`Error::Data`] where they are not as many as the view has.
pub fn picture(rounds: &[u32], view: &View) -> Result<RgbaImage> {
    let colour = |count: &u32| {
        let share = f64::from(*count).ln_1p() / f64::from(view.rounds).ln_1p();
        let [red, green, blue] = [3.0, 1.5, 0.7].map(|power| (255.0 * share.powf(power)) as u8);
        if *count == view.rounds { [0; 3] } else { [red, green, blue] }
    };
    let bytes = rounds.iter().flat_map(colour).collect();
    let [columns, rows] = view.size.map(|side| side as u32);
    match RgbImage::from_raw(columns, rows, bytes) {
        Some(picture) if rounds.len() == view.size[0] * view.size[1] => {
            Ok(RgbaImage::from_fn(columns, rows, |x, y| {
                let Rgb([red, green, blue]) = *picture.get_pixel(x, y);
                image::Rgba([red, green, blue, 255])
            }))
        }
        _ => Err(Error::data(format!("{} counts are no picture of {columns}x{rows}", rounds.len()))),
    }
}

/// Rounds of a trial.
const ROUNDS: u32 = 128;

type Counts = fn(&Device, &View) -> Result<Stream<u32>>;

fn trial(device: &Device, workload: &Workload, rung: Counts) -> Result<Trial> {
    let view = View::whole(workload.rectangle(), ROUNDS)?;
    let wanted = reference(&view);
    let device = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &view),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        move |result| picture(&result.read()?, &view),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "mandelbrot",
    part: "numbers",
    summary: "the rounds that numbers take to escape, 128 at most",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one loop a fragment",
            source: "Mandelbrot 1980",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_masked",
            era: Era::Fragment,
            method: "passes of 16 rounds under a mask",
            source: "GPU Gems 2, chapter 34",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_masked),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "one loop an invocation, square groups",
            source: "Mandelbrot 1980",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_refilled",
            era: Era::Compute,
            method: "who is done draws the next number",
            source: "Aila and Laine 2009",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_refilled),
        },
    ],
};
