use super::*;
use gristmill::Era;
use gristmill::algorithms::TABLE;
use image::imageops::{FilterType, resize};

#[test]
fn every_algorithm_has_a_picture() {
    for algorithm in TABLE {
        let piece = find_showpiece(algorithm.name);
        assert!(piece.is_some_and(|piece| !piece.input.is_empty()), "{} has no picture", algorithm.name);
    }
    let mut names: Vec<&str> = all_showpieces().map(|piece| piece.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), TABLE.len());
}

#[test]
fn no_picture_has_the_verdicts_input() {
    let files = [
        include_str!("graphs.rs"),
        include_str!("images.rs"),
        include_str!("linear_algebra.rs"),
        include_str!("numbers.rs"),
        include_str!("primitives.rs"),
        include_str!("simulations.rs"),
        include_str!("streams.rs"),
        include_str!("structures.rs"),
    ];
    for text in files {
        for word in ["Workload", "Trial", "prepare", "floats(", "integers("] {
            assert!(!text.contains(word), "a picture is drawn from {word}, the input of the verdicts");
        }
    }
}

/// Returns how much neighbours differ, as a share of how much places far apart do, after the
/// picture is made small: about 1 for noise. `None` if nothing can be seen, as all is of one
/// colour.
fn measure_noise(picture: &RgbaImage) -> Option<f32> {
    let small = resize(picture, 24, 18, FilterType::Triangle);
    let apart = |[x, y]: [u32; 2], [right, down]: [u32; 2]| {
        let [one, other] = [small.get_pixel(x, y), small.get_pixel((x + right) % 24, (y + down) % 18)];
        (0..3).map(|lane| f32::from(one[lane].abs_diff(other[lane]))).sum::<f32>()
    };
    let places = || (0..23).flat_map(|x| (0..17).map(move |y| [x, y]));
    let near: f32 = places().map(|at| (apart(at, [1, 0]) + apart(at, [0, 1])) / 2.0).sum();
    let far: f32 = places().map(|at| (apart(at, [11, 5]) + apart(at, [7, 9])) / 2.0).sum();
    (far > 23.0 * 17.0).then(|| near / far)
}

#[test]
fn noise_is_seen_to_be_noise() {
    let noise = RgbaImage::from_fn(240, 180, |x, y| {
        let [red, green, blue, _] = gristmill::random::word(1, y * 240 + x, 0).to_le_bytes();
        image::Rgba([red, green, blue, 255])
    });
    assert!(measure_noise(&noise).is_none_or(|noise| noise > 0.85), "{:?}", measure_noise(&noise));
    assert_eq!(measure_noise(&RgbaImage::new(240, 180)), None);
}

#[test]
#[cfg(feature = "gl")]
fn no_picture_is_noise() -> Result<()> {
    // The emulator would take minutes for the films.
    let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
    if device.info().name.contains("emulator") {
        return Ok(());
    }
    for piece in all_showpieces() {
        let frames = (piece.draw)(&device)?;
        let noise = frames.last().and_then(measure_noise);
        assert!(noise.is_some_and(|noise| noise < 0.84), "{}: {noise:?}", piece.name);
    }
    Ok(())
}
