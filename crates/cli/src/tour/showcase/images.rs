//! Images: what a filter makes of a photograph.

use super::Showpiece;
use super::canvas::{heat, picture_of};
use super::inputs::{Photograph, WIDE, channel, levels};
use gristmill::algorithms::convolve::gaussian;
use gristmill::algorithms::depth_of_field::Lens;
use gristmill::algorithms::{box_blur, convolve, depth_of_field, grayscale, invert, summed_area};
use gristmill::{Device, Result};
use image::RgbaImage;

pub const PIECES: &[Showpiece] = &[
    Showpiece {
        name: "invert",
        input: "the astronaut",
        caption: "The photograph's negative: each channel of each pixel is 255 minus what it was.",
        draw: |device| Ok(vec![invert(device, &device.image(&Photograph::Astronaut.read(WIDE)?)?)?.to_image()?]),
    },
    Showpiece {
        name: "grayscale",
        input: "the cat",
        caption: "The photograph's luma: red, green and blue weighed as the eye weighs them.",
        draw: |device| Ok(vec![grayscale(device, &device.image(&Photograph::Cat.read(WIDE)?)?)?.to_image()?]),
    },
    Showpiece {
        name: "convolve",
        input: "the cup of coffee",
        caption: "Every channel convolved with a Gaussian of 4 pixels, first along the rows and then along the columns.",
        draw: blur_evenly,
    },
    Showpiece {
        name: "summed_area",
        input: "the cat",
        caption: "For each pixel the sum of all brightness above and to the left of it, the larger the lighter. A line is drawn at every sixteenth of the total.",
        draw: sum_areas,
    },
    Showpiece {
        name: "box_blur",
        input: "the astronaut",
        caption: "The mean of a square around each pixel, which is larger the farther the pixel is from her face: out of the summed-area table at four reads.",
        draw: blur_around_face,
    },
    Showpiece {
        name: "depth_of_field",
        input: "the cup of coffee and the depth of a table",
        caption: "The photograph through an open lens that is sharp at the cup; the near edge of the table and the far one blur.",
        draw: open_lens,
    },
];

fn blur_evenly(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Coffee.read(WIDE)?;
    let weights = gaussian(4.0)?;
    let mut lanes = Vec::new();
    for lane in 0..3 {
        let source = device.stream_of(WIDE, &channel(&photograph, lane))?;
        lanes.push(convolve(device, &source, &weights)?.read()?);
    }
    Ok(vec![picture_of(WIDE, |i| [0, 1, 2].map(|lane| lanes[lane][i] / 255.0))])
}

fn sum_areas(device: &Device) -> Result<Vec<RgbaImage>> {
    let brightness = levels(&Photograph::Cat.read(WIDE)?);
    let sums = summed_area(device, &device.stream_of(WIDE, &brightness)?)?.read()?;
    let total = sums.last().copied().unwrap_or(1).max(1) as f32;
    let colour = |i: usize| {
        let step = |sum: u32| (sum as f32 / total * 16.0) as u32;
        let beside = !i.is_multiple_of(WIDE[0]) && step(sums[i]) != step(sums[i - 1]);
        let above = i >= WIDE[0] && step(sums[i]) != step(sums[i - WIDE[0]]);
        let photograph = brightness[i] as f32 / 255.0;
        let tone = heat(0.12 + 0.8 * (sums[i] as f32 / total).sqrt());
        if beside || above { [1.0; 3] } else { tone.map(|lane| lane * (0.55 + 0.45 * photograph)) }
    };
    Ok(vec![picture_of(WIDE, colour)])
}

fn blur_around_face(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Astronaut.read(WIDE)?;
    let face = [140.0, 75.0];
    let radius = |i: usize| {
        let [x, y] = [(i % WIDE[0]) as f32 - face[0], (i / WIDE[0]) as f32 - face[1]];
        (((x * x + y * y).sqrt() - 42.0).max(0.0) / 12.0) as u32
    };
    let radii: Vec<u32> = (0..WIDE[0] * WIDE[1]).map(radius).collect();
    let radius = device.stream_of(WIDE, &radii)?;
    let mut lanes = Vec::new();
    for lane in 0..3 {
        let levels: Vec<u32> = photograph.pixels().map(|pixel| u32::from(pixel[lane])).collect();
        lanes.push(box_blur(device, &device.stream_of(WIDE, &levels)?, &radius)?.read()?);
    }
    Ok(vec![picture_of(WIDE, |i| [0, 1, 2].map(|lane| lanes[lane][i] / 255.0))])
}

fn open_lens(device: &Device) -> Result<Vec<RgbaImage>> {
    let photograph = Photograph::Coffee.read(WIDE)?;
    // A table seen from above its edge: depth is 1 at the lower border and 2 at the upper one.
    let row = |i: usize| (i / WIDE[0]) as f32 / (WIDE[1] - 1) as f32;
    let depths: Vec<f32> = (0..WIDE[0] * WIDE[1]).map(|i| 1.0 / (0.5 + 0.5 * row(i))).collect();
    let lens = Lens { focus: 1.3, aperture: 26.0, most: 8.0 };
    let depth = device.stream_of(WIDE, &depths)?;
    Ok(vec![depth_of_field(device, &device.image(&photograph)?, &depth, lens)?.to_image()?])
}
