//! A photograph as numbers, and a histogram as a picture.

use image::{Rgba, RgbaImage};

/// Computes the brightness of each pixel, 0 to 1: the luma of Rec. 709.
///
/// ```
/// use gristmill::algorithms::histogram::luminance;
/// use image::{Rgba, RgbaImage};
/// assert_eq!(luminance(&RgbaImage::from_pixel(2, 1, Rgba([255; 4]))), [1.0; 2]);
/// ```
pub fn luminance(photograph: &RgbaImage) -> Vec<f32> {
    photograph
        .pixels()
        .map(|Rgba([red, green, blue, _]): &Rgba<u8>| {
            let sum = 0.2126 * f64::from(*red) + 0.7152 * f64::from(*green) + 0.0722 * f64::from(*blue);
            (sum / 255.0).min(1.0) as f32
        })
        .collect()
}

/// Height of a picture of bars.
const HEIGHT: u32 = 128;

/// Draws the counts: one bar per bin, two pixels wide, the highest one as high as the picture.
pub fn bars(counts: &[u32]) -> RgbaImage {
    let highest = u64::from(counts.iter().copied().max().unwrap_or(0)).max(1);
    RgbaImage::from_fn(2 * counts.len() as u32, HEIGHT, |x, y| {
        let filled = HEIGHT - y <= scale_bar(counts[x as usize / 2], highest);
        Rgba(if filled { [25, 51, 102, 255] } else { [255; 4] })
    })
}

/// Returns the height of a bar in pixels.
fn scale_bar(count: u32, highest: u64) -> u32 {
    (u64::from(count) * u64::from(HEIGHT)).div_ceil(highest) as u32
}
