//! Mipmaps, against means in `f64`: every level at sizes that are no powers of two, read back and read by
//! kernels, on the driver and on the emulator, in both eras.

use crate::machine::machines;
use crate::sampling::truth::Truth;
use gristmill::{Device, DeviceKind, Element, Error, KernelSource, Layout, Mipmaps, Sampling, Wrap, random};
use image::Rgba;

const SIZES: [[usize; 2]; 9] = [[1, 1], [2, 1], [1, 7], [3, 3], [3, 5], [4, 4], [8, 2], [17, 13], [31, 64]];

/// The next level, by how much of each texel the larger one covers.
fn halved(texels: &[[f64; 4]], [width, height]: [usize; 2]) -> (Vec<[f64; 4]>, [usize; 2]) {
    let half = [width, height].map(|side| (side / 2).max(1));
    let covers = |at: usize, side: usize, half: usize| -> Vec<(usize, f64)> {
        let scale = side as f64 / half as f64;
        let (start, end) = (at as f64 * scale, (at + 1) as f64 * scale);
        let part = |texel: usize| (end.min(texel as f64 + 1.0) - start.max(texel as f64)).max(0.0) / scale;
        (0..side).map(|texel| (texel, part(texel))).collect()
    };
    let mut next = Vec::new();
    for y in 0..half[1] {
        for x in 0..half[0] {
            let mut mean = [0.0; 4];
            for (row, down) in covers(y, height, half[1]) {
                for (column, across) in covers(x, width, half[0]) {
                    for lane in 0..4 {
                        mean[lane] += down * across * texels[row * width + column][lane];
                    }
                }
            }
            next.push(mean);
        }
    }
    (next, half)
}

/// All levels, each with its size.
fn levels_of(texels: &[[f64; 4]], size: [usize; 2]) -> Vec<(Vec<[f64; 4]>, [usize; 2])> {
    let mut levels = vec![(texels.to_vec(), size)];
    while let Some((last, size)) = levels.last().filter(|(_, size)| *size != [1, 1]) {
        levels.push(halved(last, *size));
    }
    levels
}

fn numbers(count: usize) -> Vec<[f32; 4]> {
    (0..count as u32)
        .map(|i| [0, 1, 2, 3].map(|lane| random::uniform(11, i, lane) * 20.0 - 10.0))
        .collect()
}

fn exact(texels: &[[f32; 4]]) -> Vec<[f64; 4]> {
    texels.iter().map(|texel| texel.map(f64::from)).collect()
}

/// Twenty roundings per level of numbers below 10.
fn bound(level: usize) -> f64 {
    20.0 * level as f64 * 10.0 * f64::from(f32::EPSILON) / 2.0
}

#[test]
fn every_level_is_the_mean_of_the_one_below() {
    let mut worst = [0.0_f64; 2];
    for device in machines() {
        for size in SIZES {
            let texels = numbers(size[0] * size[1]);
            // The era's own layout: a texture, or a buffer.
            let mipmaps = device.mipmaps(&device.stream_of(size, &texels).unwrap()).unwrap();
            let levels = levels_of(&exact(&texels), size);
            assert_eq!(mipmaps.levels(), levels.len(), "{size:?}");
            let scalars: Vec<f32> = texels.iter().map(|texel| texel[2]).collect();
            let of_scalars = device.mipmaps(&device.stream_of(size, &scalars).unwrap()).unwrap();
            for (level, (wanted, small)) in levels.iter().enumerate() {
                assert_eq!(mipmaps.size(level), *small);
                let (fours, ones) = (mipmaps.read(level).unwrap(), of_scalars.read(level).unwrap());
                assert_eq!((fours.len(), ones.len()), (wanted.len(), wanted.len()));
                for ((four, one), wanted) in fours.iter().zip(&ones).zip(wanted) {
                    let apart = (0..4).map(|lane| (f64::from(four[lane]) - wanted[lane]).abs());
                    let apart = apart.fold((f64::from(*one) - wanted[2]).abs(), f64::max);
                    assert!(apart <= bound(level), "{device:?} {size:?} level {level}: off by {apart:e}");
                    let kind = usize::from(device.info().kind == DeviceKind::Emulator);
                    worst[kind] = worst[kind].max(apart);
                }
            }
            let mean = exact(&texels).iter().map(|texel| texel[0]).sum::<f64>() / texels.len() as f64;
            let top = mipmaps.read(levels.len() - 1).unwrap();
            assert!((f64::from(top[0][0]) - mean).abs() <= bound(levels.len()), "{size:?}: {} for {mean}", top[0][0]);
        }
    }
    println!("levels of numbers below 10: the driver is off by {:.1e}, the emulator by {:.1e}", worst[0], worst[1]);
}

#[test]
fn bytes_are_rounded_at_each_level() {
    for device in machines() {
        let size = [5, 6];
        let pixels: Vec<Rgba<u8>> = (0..30).map(|i| Rgba(random::pcg(i).to_le_bytes())).collect();
        let texels: Vec<[f64; 4]> = pixels.iter().map(|pixel| pixel.0.map(f64::from)).collect();
        let mipmaps = device.mipmaps(&device.stream_of(size, &pixels).unwrap()).unwrap();
        for (level, (wanted, _)) in levels_of(&texels, size).iter().enumerate() {
            for (pixel, wanted) in mipmaps.read(level).unwrap().iter().zip(wanted) {
                for (given, wanted) in pixel.0.iter().zip(wanted) {
                    let apart = (f64::from(*given) - wanted).abs();
                    assert!(apart <= 0.51 * level as f64, "level {level}: {given} for {wanted}");
                }
            }
        }
    }
}

/// Samples at the place and the level that a stream names.
fn kernel() -> KernelSource {
    let body = |place: &str| format!("textureLod(levels, {place}.xy, {place}.z)");
    KernelSource::new("by_level")
        .fragment(format!(
            "#version 330 core\n#include \"stream.glsl\"\nuniform sampler2D levels;\nuniform sampler2D places;
out vec4 result;\nvoid main() {{ vec4 place = here(places); result = {}; }}",
            body("place")
        ))
        .compute(format!(
            "#version 430 core\n#include \"stream.glsl\"\nlayout(local_size_x = 32) in;\nuniform sampler2D levels;
layout(std430, binding = 0) readonly buffer Places {{ vec4 places[]; }};
layout(std430, binding = 1) writeonly buffer Result {{ vec4 result[]; }};
void main() {{ int i = element(); if (i < element_count) result[i] = {}; }}",
            body("places[i]")
        ))
}

fn sampled<T: Element>(
    device: &Device,
    mipmaps: &Mipmaps<T>,
    sampling: Sampling,
    places: &[[f32; 4]],
) -> Vec<[f32; 4]> {
    let places = device.stream(places).unwrap();
    let mut result = device.empty::<[f32; 4]>(places.shape()).unwrap();
    let kernel = device.kernel(&kernel()).unwrap();
    let call = kernel.call().mipmapped("levels", mipmaps, sampling).input("places", &places);
    call.output("result", &mut result).run().unwrap();
    result.read().unwrap()
}

#[test]
fn kernels_read_between_texels_and_levels() {
    let border = [-30.0_f32, 3.0, 12.0, 0.5];
    for device in machines() {
        for size in [[1, 1], [3, 5], [8, 2], [17, 13]] {
            let texels = numbers(size[0] * size[1]);
            let mipmaps = device.mipmaps(&device.stream_of(size, &texels).unwrap()).unwrap();
            let levels = levels_of(&exact(&texels), size);
            let last = levels.len() - 1;
            let part = |i: u32, axis: u32| random::uniform(2, i, axis);
            for (linear, wrap) in [(false, Wrap::Repeat), (true, Wrap::Mirror), (true, Wrap::Border)] {
                // Nearest: the middle of a texel's neighbourhood and levels clearly nearest.
                let places: Vec<[f32; 4]> = (0..400)
                    .map(|i| {
                        let level = part(i, 2) * (last as f32 + 1.5) - 0.5;
                        let level = if linear { level } else { level.round() + 0.3 * (part(i, 3) - 0.5) };
                        [part(i, 0) * 3.0 - 1.0, part(i, 1) * 3.0 - 1.0, level, 0.0]
                    })
                    .collect();
                let filter = if linear { Sampling::linear() } else { Sampling::nearest() };
                let sampling = filter.border(border).wraps([wrap; 3]);
                let found = sampled(&device, &mipmaps, sampling, &places);
                for (place, found) in places.iter().zip(found) {
                    let level = f64::from(place[2]).clamp(0.0, last as f64);
                    let (fine, share) = if linear { (level.floor(), level.fract()) } else { (level.round(), 0.0) };
                    let of_level = |level: usize| {
                        let (texels, [width, height]) = &levels[level.min(last)];
                        let (size, border) = ([*width, *height, 1], border.map(f64::from));
                        let truth = Truth { size, axes: 2, texels, wraps: [wrap; 3], border, linear };
                        (truth.sample(*place), size)
                    };
                    let ((near, sides), (far, _)) = (of_level(fine as usize), of_level(fine as usize + 1));
                    let edge = |axis: usize| {
                        let at = f64::from(place[axis]) * sides[axis] as f64;
                        (at - at.round()).abs() < 1e-3
                    };
                    if !linear && (edge(0) || edge(1)) {
                        continue; // rounding decides which texel is nearest
                    }
                    for (lane, found) in found.iter().enumerate() {
                        let wanted = near.value[lane] * (1.0 - share) + far.value[lane] * share;
                        let off = (f64::from(*found) - wanted).abs();
                        let weight = if device.info().kind == DeviceKind::Emulator { 1e-5 } else { 1.0 / 256.0 };
                        let differ = near.differ[lane].max(far.differ[lane]);
                        let between = (near.value[lane] - far.value[lane]).abs();
                        let most = if linear { weight * (2.0 * differ + between) } else { 0.0 };
                        let most = most + bound(last) + 1e-5;
                        assert!(
                            off <= most,
                            "{} {}: {size:?} at {place:?} {sampling:?}: {} for {wanted}, off by {off:e} of {most:e}",
                            device.info().name,
                            device.era(),
                            *found
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn what_has_no_mipmaps_is_refused() {
    for device in machines() {
        let sentence = |error: Error| error.to_string();
        let whole = device.stream_of([2, 2], &[1, 2, 3, 4]).unwrap();
        assert_eq!(
            sentence(device.mipmaps(&whole).unwrap_err()),
            "mipmaps are means, and a stream of R32I has no halves; copy it to a stream of floats"
        );
        let line = device.stream(&[1.0, 2.0]).unwrap();
        assert_eq!(
            sentence(device.mipmaps(&line).unwrap_err()),
            "mipmaps need a 2D stream that is not empty, found shape 2"
        );
        assert!(device.mipmaps(&device.empty::<f32>([0, 3]).unwrap()).is_err());
        let dot = device
            .mipmaps(&device.stream_in(Layout::Packed, [3, 2], &[1.0; 6]).unwrap())
            .unwrap();
        let missing = "there is no level 2: the mipmaps have 2 levels, the last is 1";
        assert_eq!(sentence(dot.read(2).unwrap_err()), missing);
    }
}
