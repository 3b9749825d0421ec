//! Results in one channel as a picture.

use image::{Rgba, RgbaImage};

/// Draws values from 0 to `white`, row by row, as grey pixels; missing ones are black.
pub(super) fn draw_grey(values: &[f32], [width, height]: [usize; 2], white: f32) -> RgbaImage {
    RgbaImage::from_fn(width as u32, height as u32, |x, y| {
        let value = values.get(y as usize * width + x as usize).copied().unwrap_or(0.0);
        let byte = (value / white * 255.0).round() as u8;
        Rgba([byte, byte, byte, 255])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_white_and_beyond() {
        let picture = draw_grey(&[0.0, 1.0, 2.0, 0.5, -1.0], [3, 2], 1.0);
        let bytes: Vec<u8> = picture.pixels().map(|pixel| pixel.0[0]).collect();
        assert_eq!(bytes, [0, 255, 255, 128, 0, 0]);
    }
}
