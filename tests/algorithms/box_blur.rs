//! Box blur: what is known without a reference, at the borders above all, and what is refused.

use gristmill::algorithms::Check;
use gristmill::algorithms::box_blur;
use gristmill::{Device, Error, random};

use crate::machine::watched;

const BOUND: f64 = 256.0 * 4.0 / (1 << 24) as f64;

fn blurred(device: &Device, size: [usize; 2], pixels: &[u32], radii: &[u32]) -> Vec<f32> {
    let (source, radius) = (device.stream_of(size, pixels).unwrap(), device.stream_of(size, radii).unwrap());
    box_blur::box_blur(device, &source, &radius).unwrap().read().unwrap()
}

#[test]
fn one_colour_stays_as_it_is_up_to_the_border() {
    watched(|device| {
        for radius in [0, 1, 8, 40, u32::MAX] {
            let result = blurred(device, [32, 31], &[200; 32 * 31], &[radius; 32 * 31]);
            assert!(Check::within(&result, &[200.0; 32 * 31], BOUND).passed(), "radius {radius}");
        }
    });
}

#[test]
fn radius_0_is_the_pixel_and_a_radius_beyond_everything_the_mean() {
    watched(|device| {
        let pixels: Vec<u32> = (0..37 * 21).map(|i| random::word(1, i, 0) & 255).collect();
        let floats: Vec<f32> = pixels.iter().map(|pixel| *pixel as f32).collect();
        assert!(Check::within(&blurred(device, [37, 21], &pixels, &[0; 777]), &floats, BOUND).passed());
        let mean = floats.iter().sum::<f32>() / 777.0;
        for radius in [37, 1 << 20, i32::MAX as u32, 1 << 31, u32::MAX] {
            let result = blurred(device, [37, 21], &pixels, &[radius; 777]);
            assert!(Check::within(&result, &[mean; 777], BOUND).passed(), "radius {radius}");
        }
    });
}

#[test]
fn a_table_that_overflows_does_no_harm() {
    watched(|device| {
        // The table's last entry is far beyond 2^32, each square's sum below.
        let pixels: Vec<u32> = (0..64 * 64).map(|i| random::word(2, i, 0) >> 4).collect();
        let radii = vec![1; 64 * 64];
        let result = blurred(device, [64, 64], &pixels, &radii);
        let wanted = box_blur::reference(&pixels, &radii, [64, 64]);
        let check = Check::within(&result, &wanted, f64::from(1 << 28) * 4.0 * 2.0_f64.powi(-24));
        assert!(check.passed(), "{check:?}");
    });
}

#[test]
fn other_shapes_are_refused() {
    watched(|device| {
        let source = device.stream_of([4, 3], &[1; 12]).unwrap();
        for shape in [[3, 4], [4, 2]] {
            let radius = device.stream_of(shape, &vec![1; shape[0] * shape[1]]).unwrap();
            assert!(matches!(box_blur::box_blur(device, &source, &radius), Err(Error::Call { .. })), "{shape:?}");
        }
        let line = device.stream(&[1; 12]).unwrap();
        let error = box_blur::box_blur(device, &line, &line).err().unwrap().to_string();
        assert!(error.contains("give it two dimensions"), "{error}");
    });
}
