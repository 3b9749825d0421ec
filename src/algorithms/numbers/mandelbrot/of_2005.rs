//! The fragment era without integers, loops and branches: eight rounds of floats per pass.

use super::view::{ONE, PlaneView, picture};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Era, Error, KernelSource, PingPong, Result, Stream, fragment_kernel};

const ROUNDS: KernelSource = fragment_kernel!("numbers/mandelbrot_2005");
const COUNT: KernelSource = fragment_kernel!("numbers/mandelbrot_count_2005");

/// Rounds of a pass of mandelbrot_2005.frag.
const ROUNDS_PER_PASS: usize = 8;

// ANCHOR: of_2005
/// Passes of eight rounds by a kernel of GLSL 1.10, for any card that calculates in floats; one more pass computes the
/// counts.
///
/// Floats are not the fixed point of the other ways. Close to the border of the set, where rounding decides whether a
/// number has escaped, a count may differ from theirs.
///
/// # Errors
/// As [`super::mandelbrot()`]; [`Error::Data`] if numbers are closer than the card's floats.
pub fn fragment_2005(device: &Device, view: &PlaneView) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    view.check()?;
    check_precision(&device, view)?;
    let extent = view.size.map(|side| scale_to_plane(side as f64 * f64::from(view.distance)));
    // A texel's coordinate is that of its centre.
    let corner = view
        .corner
        .map(|place| scale_to_plane(f64::from(place) - (0.5 * f64::from(view.distance))));
    let mut states = PingPong::new(device.empty::<[f32; 4]>(view.size)?, device.empty(view.size)?);
    let kernel = device.kernel(&ROUNDS)?;
    for _ in 0..(view.rounds as usize).div_ceil(ROUNDS_PER_PASS) {
        states.step(|now, next| {
            kernel
                .call()
                .uniform("corner", corner)
                .uniform("extent", extent)
                .input("state", now)
                .output("gl_FragColor", next)
                .run()
        })?;
    }
    let mut result = device.empty(view.size)?;
    device
        .kernel(&COUNT)?
        .call()
        .uniform("most", view.rounds as f32)
        .input("state", states.now())
        .output("gl_FragColor", &mut result)
        .run()?;
    Ok(result)
}

fn scale_to_plane(number: f64) -> f32 {
    (number / ONE as f64) as f32
}
// ANCHOR_END: of_2005

/// Largest distance of a window's numbers from 0 along both axes, and the window's sides.
fn window_reach(view: &PlaneView) -> [[f64; 2]; 2] {
    [[find_farthest(0, view), find_farthest(1, view)], [measure_side(0, view), measure_side(1, view)]]
}

fn measure_side(axis: usize, view: &PlaneView) -> f64 {
    view.size[axis] as f64 * f64::from(view.distance) / ONE as f64
}

fn find_first(axis: usize, view: &PlaneView) -> f64 {
    f64::from(view.corner[axis]) / ONE as f64
}

fn find_farthest(axis: usize, view: &PlaneView) -> f64 {
    find_first(axis, view)
        .abs()
        .max((find_first(axis, view) + measure_side(axis, view)).abs())
}

/// Checks that the card can distinguish the window's numbers.
fn check_precision(device: &Device, view: &PlaneView) -> Result<()> {
    let [farthest, _] = window_reach(view).map(|axes| axes[0].max(axes[1]));
    let distance = f64::from(view.distance).abs() / ONE as f64;
    let least = 4.0 * farthest * epsilon(device);
    if distance < least {
        return Err(Error::data(format!(
            "numbers {distance} apart are as close as this device's floats at {farthest}; {least} is the limit; use a \
             wider window, or a way in whole numbers (see the chapter on mandelbrot)"
        )));
    }
    Ok(())
}

/// Bounds of a number's count, whatever the rounding of each operation.
///
/// The loop follows, next to z in 64 bits, the largest distance of a device's z from it in the plane. In a round it
/// grows by the slope of the square, by the error of c (`given`), and by truncation: two products and two sums are each
/// off by a unit of their size, which comes to less than four units of the squares and c along an axis, and to six in
/// the plane. The sum of the squares is truncated three times.
fn allowed_counts([x, y]: [f64; 2], rounds: u32, unit: f64, given: f64) -> [u32; 2] {
    let mut a = 0.0_f64;
    let mut b = 0.0_f64;
    let mut apart = 0.0_f64;
    let mut first = None;
    for round in 0..rounds {
        let squares = a * a + b * b;
        let grown = apart * (2.0 * squares.sqrt() + apart);
        let margin = grown + 3.0 * unit * (squares + grown);
        if squares + margin > 4.0 {
            first = first.or(Some(round));
        }
        if squares - margin > 4.0 {
            return [first.unwrap_or(round), round];
        }
        if apart > 1.0 {
            return [first.unwrap_or(round), rounds]; // from here on nothing is known
        }
        apart = grown + given + 6.0 * unit * (squares + grown + x.abs().max(y.abs()));
        (a, b) = (a * a - b * b + x, 2.0 * a * b + y);
    }
    [first.unwrap_or(rounds), rounds]
}

/// Checks that rounding allows every count. Only elements for which it allows a single count are counted as compared.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let view = PlaneView::whole(workload.rectangle(), super::ROUNDS)?;
    let [columns, rows] = view.size;
    // The corner, the sides and the position between are truncated, and so are their product and sum; a rasterizer may
    // be off by more than one unit of the position.
    let [farthest, sides] = window_reach(&view).map(|axes| axes[0].max(axes[1]));
    let unit = epsilon(device);
    let given = 1.5 * epsilon(device) * (2.0 * farthest + 8.0 * sides);
    let wanted: Vec<_> = (0..columns * rows)
        .map(|i| {
            allowed_counts(
                [locate_on_axis(0, i % columns, &view), locate_on_axis(1, i / columns, &view)],
                view.rounds,
                unit,
                given,
            )
        })
        .collect();
    let certain = wanted.iter().filter(|[least, most]| least == most).count();
    let device = device.clone();
    let size = wanted.len();
    let trial = Trial::with_picture(
        move || fragment_2005(&device, &view),
        move |result| {
            let given = result.read()?;
            let whole = given.len() == wanted.len() && given.iter().all(|count| count.fract() == 0.0);
            let error = if whole {
                given
                    .iter()
                    .zip(&wanted)
                    .map(|(count, [least, most]): (&f32, &[u32; 2])| {
                        (f64::from(*least) - f64::from(*count))
                            .max(f64::from(*count) - f64::from(*most))
                            .max(0.0)
                    })
                    .fold(0.0, f64::max)
            } else {
                f64::INFINITY
            };
            Ok(Check::new(certain, error, 0.0).out_of(wanted.len()))
        },
        move |result| {
            let rounds: Vec<_> = result.read()?.iter().map(|count| *count as u32).collect();
            picture(&rounds, &view)
        },
    );
    Ok(trial.sized(size))
}

fn locate_on_axis(axis: usize, i: usize, view: &PlaneView) -> f64 {
    (f64::from(view.corner[axis]) + f64::from(view.distance) * i as f64) / ONE as f64
}
