//! Depth of field: what is known without a reference, what the listing it comes from does instead, and what
//! is refused.

use gristmill::algorithms::depth_of_field::{self, Lens, depth_of_field};
use gristmill::{Device, Error, random};

use crate::machine::watched;
use image::Rgba;

const SIDE: usize = 32;

fn noise() -> Vec<Rgba<u8>> {
    (0..(SIDE * SIDE) as u32)
        .map(|i| Rgba(random::word(1, i, 0).to_le_bytes()))
        .collect()
}

fn seen(device: &Device, pixels: &[Rgba<u8>], depths: &[f32], lens: Lens) -> Vec<Rgba<u8>> {
    let source = device.stream_of([SIDE, SIDE], pixels).unwrap();
    let depth = device.stream_of([SIDE, SIDE], depths).unwrap();
    depth_of_field(device, &source, &depth, lens).unwrap().read().unwrap()
}

#[test]
fn what_is_in_focus_stays_as_it_is() {
    watched(|device| {
        let lens = Lens { focus: 2.0, aperture: 50.0, most: 20.0 };
        assert_eq!(seen(device, &noise(), &[2.0; SIDE * SIDE], lens), noise());
        // Everything through a pinhole stays too, and so do pixels without a depth.
        let pinhole = Lens { aperture: 0.0, ..lens };
        assert_eq!(seen(device, &noise(), &[7.0; SIDE * SIDE], pinhole), noise());
        for nothing in [f32::NAN, -1.0, f32::NEG_INFINITY] {
            assert_eq!(seen(device, &noise(), &[nothing; SIDE * SIDE], lens), noise(), "{nothing}");
        }
    });
}

#[test]
fn one_colour_stays_as_it_is_up_to_the_border() {
    watched(|device| {
        let white = vec![Rgba([255, 128, 1, 255]); SIDE * SIDE];
        for most in [0.5, 1.0, 8.0, 8.3, 1000.0] {
            let lens = Lens { focus: 1.0, aperture: 1000.0, most };
            assert_eq!(seen(device, &white, &[3.0; SIDE * SIDE], lens), white, "{most}");
        }
    });
}

#[test]
fn any_radius_is_within_a_step_of_the_square_added_up() {
    watched(|device| {
        for (focus, aperture, most) in [(1.0, 0.3, 8.0), (2.0, 5.0, 3.7), (0.0, 4.0, 100.0), (1.5, 40.0, 40.0)] {
            let lens = Lens { focus, aperture, most };
            let depths: Vec<f32> = (0..(SIDE * SIDE) as u32).map(|i| random::uniform(4, i, 0) * 3.0).collect();
            let wanted = depth_of_field::reference(&noise(), &depths, [SIDE, SIDE], lens);
            for (i, (given, wanted)) in seen(device, &noise(), &depths, lens).iter().zip(&wanted).enumerate() {
                let near = given.0.iter().zip(wanted.0).all(|(given, wanted)| given.abs_diff(wanted) <= 1);
                assert!(near, "{lens:?}, pixel {i}: {given:?}, not {wanted:?}");
            }
        }
    });
}

/// Listing 10.8 as printed: a fragment at pixel (x, y) reads the table at its own coordinates plus and minus
/// `m`, filtered and clamped by the texture unit, and divides by the whole area. Entry k of the table, the
/// sum up to pixel k, is read at k + 1/2.
fn as_printed(picture: impl Fn(usize, usize) -> f64, m: f64, [x, y]: [usize; 2]) -> f64 {
    let entry = |x: i32, y: i32| {
        let [x, y] = [x, y].map(|at| at.clamp(0, SIDE as i32 - 1) as usize);
        (0..=y).map(|y| (0..=x).map(|x| picture(x, y)).sum::<f64>()).sum::<f64>()
    };
    let sample = |x: f64, y: f64| {
        let ([x, y], [left, above]) = ([x - 0.5, y - 0.5], [(x - 0.5).floor(), (y - 0.5).floor()]);
        let ([fx, fy], [left_i, above_i]) = ([x - left, y - above], [left as i32, above as i32]);
        let row = |y: i32| (1.0 - fx) * entry(left_i, y) + fx * entry(left_i + 1, y);
        (1.0 - fy) * row(above_i) + fy * row(above_i + 1)
    };
    let [x, y] = [x, y].map(|at| at as f64 + 0.5);
    let sum = sample(x + m, y + m) - sample(x - m, y + m) - sample(x + m, y - m) + sample(x - m, y - m);
    sum / (4.0 * m * m)
}

#[test]
fn superbible_listing_10_8_is_half_a_pixel_off() {
    let picture = |x: usize, y: usize| f64::from(random::word(3, (y * SIDE + x) as u32, 0) & 255);
    // A square of one pixel should be the pixel; it is the mean of this one and those to its right and below.
    let two_by_two = |x, y| (picture(x, y) + picture(x + 1, y) + picture(x, y + 1) + picture(x + 1, y + 1)) / 4.0;
    for [x, y] in [[5, 5], [12, 20]] {
        let printed = as_printed(picture, 0.5, [x, y]);
        assert!((printed - two_by_two(x, y)).abs() < 1e-9, "{printed}");
        assert!((printed - picture(x, y)).abs() > 1.0);
    }
}

#[test]
fn superbible_listing_10_8_darkens_the_borders() {
    let white = |_, _| 1.0;
    assert!((as_printed(white, 8.0, [16, 16]) - 1.0).abs() < 1e-9);
    for (at, at_most) in [([0, 0], 0.26), ([28, 28], 0.53)] {
        let printed = as_printed(white, 8.0, at);
        assert!(printed < at_most, "{at:?}: {printed}");
    }
}

#[test]
fn no_lens_and_other_shapes_are_refused() {
    watched(|device| {
        let source = device.stream_of([4, 3], &[Rgba([1; 4]); 12]).unwrap();
        let depth = device.stream_of([4, 3], &[1.0; 12]).unwrap();
        let lens = Lens { focus: 1.0, aperture: 1.0, most: 1.0 };
        for wrong in [
            Lens { focus: f32::NAN, ..lens },
            Lens { aperture: -1.0, ..lens },
            Lens { aperture: f32::INFINITY, ..lens },
            Lens { most: f32::NAN, ..lens },
        ] {
            let error = depth_of_field(device, &source, &depth, wrong).err().unwrap().to_string();
            assert!(error.contains("is not valid; give finite numbers"), "{error}");
        }
        let narrow = device.stream_of([3, 4], &[1.0; 12]).unwrap();
        assert!(matches!(depth_of_field(device, &source, &narrow, lens), Err(Error::Call { .. })));
        let line = device.stream(&[Rgba([1; 4]); 12]).unwrap();
        let error = depth_of_field(device, &line, &device.stream(&[1.0; 12]).unwrap(), lens)
            .err()
            .unwrap();
        assert!(error.to_string().contains("give it two dimensions"), "{error}");
    });
}
