//! Photographs, pictures of ids and meshes: every byte, every colour, awkward sizes and points at infinity.

use crate::machine::device;
use gristmill::algorithms::{Algorithm, Workload, grayscale, invert, transform, workgroups};
use gristmill::{Device, Era, Layout, Stream};
use image::{Rgba, RgbaImage};
use nalgebra::{Matrix4, Perspective3, Point3, Vector3};

/// Returns the pictures that all rungs of an algorithm make of a photograph, on every device there
/// is.
fn results(name: &str, photograph: &RgbaImage) -> Vec<(&'static str, RgbaImage)> {
    let workload = Workload { photograph: Some(photograph.clone()), ..Workload::new(1, 1) };
    let mut results = Vec::new();
    for rung in Algorithm::find(name).unwrap().rungs {
        let Some(device) = device(rung.era) else { continue };
        let mut trial = (rung.prepare)(&device, &workload).unwrap();
        let check = trial.check().unwrap();
        assert!(check.passed(), "{name} {}: {check:?}", rung.name);
        results.push((rung.name, trial.picture().unwrap().expect("photographs can be looked at")));
    }
    results
}

fn pixels(photograph: &RgbaImage) -> Vec<Rgba<u8>> {
    photograph.pixels().copied().collect()
}

/// Every byte as red, green, blue and alpha, each with every other byte of one neighbour.
fn every_byte() -> RgbaImage {
    RgbaImage::from_fn(256, 256, |x, y| Rgba([x, y, x ^ y, x.wrapping_add(y)].map(|byte| byte as u8)))
}

#[test]
fn every_byte_is_inverted_exactly() {
    let photograph = every_byte();
    let wanted = invert::reference(&pixels(&photograph));
    assert_eq!(wanted[1], Rgba([254, 255, 254, 1]));
    for (rung, negative) in results("invert", &photograph) {
        assert_eq!(pixels(&negative), wanted, "{rung}");
    }
}

#[test]
fn photographs_of_any_size_are_inverted() {
    for [width, height] in [[0, 0], [0, 5], [5, 0], [1, 1], [3, 1], [1, 7], [15, 17], [16, 16], [33, 31], [451, 3]] {
        let photograph = RgbaImage::from_fn(width, height, |x, y| Rgba([x as u8, y as u8, 7, (x + y) as u8]));
        let wanted = invert::reference(&pixels(&photograph));
        for (rung, negative) in results("invert", &photograph) {
            assert_eq!(negative.dimensions(), (width, height), "{rung}");
            assert_eq!(pixels(&negative), wanted, "{rung} {width}x{height}");
        }
        results("grayscale", &photograph);
    }
}

#[test]
fn a_negative_of_a_negative_is_the_photograph() {
    let photograph = image::load_from_memory(include_bytes!("../../crates/cli/data/chelsea.png"))
        .unwrap()
        .to_rgba8();
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        let once = invert::invert(&device, &device.image(&photograph).unwrap()).unwrap();
        assert_ne!(once.to_image().unwrap(), photograph);
        let twice = invert::invert(&device, &once).unwrap();
        assert_eq!(twice.to_image().unwrap(), photograph, "{era}");
    }
}

/// All 2^24 colours there are.
#[test]
fn every_colour_has_its_luma() {
    type Luma = fn(&Device, &Stream<Rgba<u8>>) -> gristmill::Result<Stream<Rgba<u8>>>;
    let rungs: [(&str, Era, Luma, usize); 3] = [
        ("fragment", Era::Fragment, grayscale::fragment, 1),
        ("compute", Era::Compute, grayscale::compute, 1),
        ("compute_packed", Era::Compute, grayscale::compute_packed, 0), // whole weights are exact
    ];
    let colour = |i: u32| {
        let [red, green, blue, _] = i.to_le_bytes();
        Rgba([red, green, blue, green ^ blue])
    };
    let colours: Vec<_> = (0..1 << 24).map(colour).collect();
    let wanted = grayscale::reference(&colours);
    for (name, era, rung, bound) in rungs {
        let Some(device) = device(era) else { continue };
        let gray = rung(&device, &device.stream_of([4096, 4096], &colours).unwrap())
            .unwrap()
            .read()
            .unwrap();
        let mut off = 0;
        for (i, (given, wanted)) in gray.iter().zip(&wanted).enumerate() {
            let Rgba([red, green, blue, alpha]) = *given;
            assert!(red == green && green == blue && alpha == wanted.0[3], "{name} {i}: {given:?}");
            assert!(usize::from(red.abs_diff(wanted.0[0])) <= bound, "{name} {i}: {given:?} for {wanted:?}");
            off += usize::from(given != wanted);
        }
        println!("{name}: {off} of {} colours a step off", wanted.len());
        for byte in 0..=255 {
            assert_eq!(gray[usize::from(byte) * 0x01_01_01].0[0], byte, "{name}: a gray stays what it was");
        }
    }
}

#[test]
fn groups_are_drawn_at_any_size() {
    type Picture = fn(&Device, [usize; 2]) -> gristmill::Result<Stream<Rgba<u8>>>;
    let rungs: [(Era, Picture); 3] = [
        (Era::Fragment, workgroups::fragment),
        (Era::Compute, workgroups::compute),
        (Era::Compute, workgroups::compute_image),
    ];
    for (era, rung) in rungs {
        let Some(device) = device(era) else { continue };
        for size in
            [[0, 0], [0, 3], [3, 0], [1, 1], [15, 17], [16, 16], [17, 15], [31, 33], [1, 100], [1000, 1], [200, 125]]
        {
            let picture = rung(&device, size).unwrap();
            assert_eq!(picture.shape().extents(), size);
            assert_eq!(picture.read().unwrap(), workgroups::reference(size), "{era} {size:?}");
        }
    }
}

#[test]
fn the_identity_moves_no_point() {
    let points = [
        Point3::origin(),
        Point3::new(-0.0, 1.0e-30, -3.0e38),
        Point3::new(0.1, -0.2, 16_777_217.0),
        Point3::new(f32::MAX, f32::MIN_POSITIVE, -1.0),
    ];
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        let source = device.stream(&points).unwrap();
        let result = transform::transform(&device, &Matrix4::identity(), &source).unwrap();
        assert_eq!(result.read().unwrap(), points, "{era}");
    }
}

#[test]
fn perspective_divides_and_the_eye_is_at_infinity() {
    let perspective = Perspective3::new(1.0, std::f32::consts::FRAC_PI_2, 1.0, 3.0).to_homogeneous();
    let points = [
        Point3::new(0.0, 0.0, -1.0),  // on the near plane
        Point3::new(3.0, -3.0, -3.0), // in a corner of the far plane
        Point3::new(1.0, -1.0, 0.0),  // beside the eye: W is 0
        Point3::new(1.0, 1.0, 2.0),   // behind it: W is negative
        Point3::new(f32::NAN, 0.0, -1.0),
    ];
    let wanted = transform::reference(&perspective, &points);
    for era in Era::ALL {
        let Some(device) = device(era) else { continue };
        let given = transform::transform(&device, &perspective, &device.stream(&points).unwrap()).unwrap();
        let given = given.read().unwrap();
        for i in [0, 1, 3] {
            assert!(approx::abs_diff_eq!(given[i], wanted[i], epsilon = 1e-6), "{era} {}", given[i]);
        }
        assert!(approx::abs_diff_eq!(given[1], Point3::new(1.0, -1.0, 1.0), epsilon = 1e-6), "{era} {}", given[1]);
        for result in [given[2], wanted[2]] {
            assert!(result.iter().all(|coordinate| !coordinate.is_finite()), "{era} {result}");
        }
        assert!(given[4].x.is_nan() && wanted[4].x.is_nan(), "{era} {}", given[4]);
    }
}

#[test]
fn every_rung_moves_a_real_mesh() {
    let point = |line: &str| {
        let numbers: Vec<f32> = line
            .strip_prefix("v ")?
            .split(' ')
            .map(|number| number.parse().unwrap())
            .collect();
        Some(Point3::from_slice(&numbers))
    };
    let mesh: Vec<_> = include_str!("../../crates/cli/data/bunny.obj")
        .lines()
        .filter_map(point)
        .collect();
    let workload = Workload { mesh: mesh.clone(), ..Workload::new(2 * mesh.len() + 1, 1) };
    for rung in Algorithm::find("transform").unwrap().rungs {
        let Some(device) = device(rung.era) else { continue };
        let mut trial = (rung.prepare)(&device, &workload).unwrap();
        let check = trial.check().unwrap();
        assert_eq!(check.elements, 3 * (2 * mesh.len() + 1));
        assert!(check.passed() && check.bound < 1e-5, "{}: {check:?}", rung.name);
        let picture = trial.picture().unwrap().expect("a mesh can be looked at");
        assert!(picture.pixels().filter(|pixel| pixel.0[0] < 255).count() > 500, "{}: the mesh is in view", rung.name);
    }
}

#[test]
fn a_camera_sees_every_point() {
    for points in [vec![], vec![Point3::new(5.0, 5.0, 5.0)], vec![Point3::new(-1e6, 0.0, 1e6), Point3::origin()]] {
        let camera = transform::camera(&points);
        assert!(camera.iter().all(|number| number.is_finite()), "{points:?}");
        let seen = transform::reference(&camera, &points);
        assert!(seen.iter().all(|point| point.coords.amax() <= 1.0), "{seen:?}");
    }
    let up = transform::reference(&transform::camera(&[]), &[Point3::from(Vector3::y()), Point3::from(-Vector3::y())]);
    assert!(up[0].y > 0.0 && up[1].y < 0.0, "y is up");
}

#[test]
fn a_stream_of_the_other_kind_is_refused_in_a_sentence() {
    let Some(device) = device(Era::Compute) else { return };
    let pixels = [Rgba([1, 2, 3, 4]); 6];
    let texture = device.stream_in(Layout::Packed, [3, 2], &pixels).unwrap();
    let buffer = device.stream_of([3, 2], &pixels).unwrap();
    assert_eq!(
        invert::compute(&device, &texture).err().unwrap().to_string(),
        "invert.comp: source is a storage buffer, but its stream is in a texture; make it with Layout::Linear or copy \
         it"
    );
    assert_eq!(
        invert::compute_image(&device, &buffer).err().unwrap().to_string(),
        "invert_image.comp: source is an image, but its stream is not a single texture; make it with \
         device.stream_in(Layout::Packed, ...)"
    );
    assert_eq!(
        invert::fragment(&device, &buffer).err().unwrap().to_string(),
        "invert.frag: source is a sampler, but its stream is in a buffer; make it with \
         device.stream_in(Layout::Packed, ...) or copy it"
    );
}
