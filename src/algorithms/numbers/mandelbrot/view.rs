//! The window of the plane, and its picture.

use crate::{Call, Error, Result};
use image::{Rgb, RgbImage, RgbaImage};

/// 1 in fixed point.
pub(super) const ONE: i64 = 1 << 28;

/// Largest number of rounds: llvmpipe ends an invocation after 65,535 turns of all its loops, and the refilled kernel
/// has a loop in a loop, with ten turns per eight rounds.
pub const MOST_ROUNDS: u32 = 50_000;

/// A window of the plane, and the number of rounds to try. Coordinates are in units of 2^-28.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaneView {
    /// Columns and rows of the result.
    pub size: [usize; 2],
    /// The number c of the first element: its real and its imaginary part.
    pub corner: [i32; 2],
    /// Distance from one number to the next, along rows and along columns.
    pub distance: i32,
    /// Number of rounds after which a number counts as a member of the set. At most [`MOST_ROUNDS`].
    pub rounds: u32,
}

impl PlaneView {
    /// Builds the window of that width around a centre.
    ///
    /// ```
    /// use gristmill::algorithms::mandelbrot::PlaneView;
    /// let view = PlaneView::around([0.0, 0.0], 2.0, [4, 2], 100)?;
    /// assert_eq!(view.corner, [-(1 << 28), -(1 << 27)]);
    /// assert_eq!(view.distance, 1 << 27);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if the window is not within 8 of 0, or if numbers are closer than 2^-28.
    pub fn around(centre: [f64; 2], width: f64, size: [usize; 2], rounds: u32) -> Result<PlaneView> {
        let step = (width / size[0].max(1) as f64 * ONE as f64).round();
        let corner = [0, 1].map(|axis| (centre[axis] * ONE as f64 - step * size[axis] as f64 / 2.0).round());
        let word = 2_f64.powi(31);
        if !(1.0..word).contains(&step) || corner.iter().any(|place| !(-word..word).contains(place)) {
            return Err(Error::data(format!(
                "a window of width {width} around {centre:?} with {} columns does not fit in 28 bits after the binary \
                 point; use one within 8 of 0, and not so narrow",
                size[0]
            )));
        }
        let view = PlaneView { size, corner: corner.map(|place| place as i32), distance: step as i32, rounds };
        view.check().map(|()| view)
    }

    /// Builds a window of the whole set, or of its middle if the window is a long strip.
    ///
    /// # Errors
    /// [`Error::Data`] if there are so many columns or rows that numbers would be closer than 2^-28.
    pub fn whole(size: [usize; 2], rounds: u32) -> Result<PlaneView> {
        let [columns, rows] = size.map(|side| side.max(1) as f64);
        let step = f64::max(2.6 / columns, 2.4 / rows).min(12.0 / f64::max(columns, rows));
        PlaneView::around([-0.75, 0.0], step * columns, size, rounds)
    }

    /// Checks that the counts can be computed.
    pub(super) fn check(&self) -> Result<()> {
        if self.rounds > MOST_ROUNDS {
            let given = u128::from(self.rounds);
            let limit = u128::from(MOST_ROUNDS);
            return Err(Error::limit("rounds of the Mandelbrot set", given, limit, "ask for fewer"));
        }
        let fits = |(corner, side): (&i32, &usize)| {
            let last = i64::try_from(side.saturating_sub(1)).ok()?.checked_mul(self.distance.into())?;
            i32::try_from(last.checked_add((*corner).into())?).ok()
        };
        match self.corner.iter().zip(&self.size).all(|place| fits(place).is_some()) {
            true => Ok(()),
            false => Err(Error::data(format!(
                "a window from {:?} in steps of {} leaves the numbers of 32 bits; use a smaller one",
                self.corner, self.distance
            ))),
        }
    }

    /// Sets the uniforms of the window.
    pub(super) fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("corner", self.corner).uniform("distance", self.distance)
    }
}

/// Draws the rounds: members of the set black, the others brighter the longer they stayed.
///
/// # Errors
/// [`Error::Data`] if there are not as many as the view has numbers.
pub fn picture(rounds: &[u32], view: &PlaneView) -> Result<RgbaImage> {
    let bytes = rounds
        .iter()
        .flat_map(|count: &u32| {
            let share = libm::log1p(f64::from(*count)) / libm::log1p(f64::from(view.rounds));
            let [red, green, blue] = [3.0, 1.5, 0.7].map(|power| (255.0 * libm::pow(share, power)) as u8);
            if *count == view.rounds { [0; 3] } else { [red, green, blue] }
        })
        .collect();
    let [columns, rows] = view.size.map(|side| side as u32);
    match RgbImage::from_raw(columns, rows, bytes) {
        Some(picture) if rounds.len() == view.size[0] * view.size[1] => {
            Ok(RgbaImage::from_fn(columns, rows, |x, y| {
                let Rgb([red, green, blue]) = *picture.get_pixel(x, y);
                image::Rgba([red, green, blue, 255])
            }))
        }
        _ => Err(Error::data(format!("{} counts do not match a picture of {columns}x{rows}", rounds.len()))),
    }
}
