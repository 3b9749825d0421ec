//! Tests of the texture unit against formulas of the specification, written out in 64 bits or by brute force.

mod cube;
mod filter;
mod image;
mod lod;
mod texel;
mod warp;

use super::*;
use crate::storage::{AtomicOp, Storage};
use gristmill_shader::Dimension;
use std::sync::Arc;

const KINDS: [(Dimension, bool); 9] = [
    (Dimension::D1, false),
    (Dimension::D1, true),
    (Dimension::D2, false),
    (Dimension::D2, true),
    (Dimension::D3, false),
    (Dimension::Cube, false),
    (Dimension::Cube, true),
    (Dimension::TexelRect, false),
    (Dimension::Buffer, false),
];

const STRANGE: [f32; 14] = [
    0.0,
    -0.0,
    0.5,
    -1.5,
    1.0,
    1e9,
    -1e9,
    3e38,
    -3e38,
    f32::MIN_POSITIVE,
    1e-45,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
];

fn format_named(name: &str) -> TexelFormat {
    TexelFormat::from_name(name).unwrap()
}

/// Creates a texture of the format, with words from a function of their index.
fn filled_texture(
    kind: Dimension,
    arrayed: bool,
    size: [usize; 3],
    levels: usize,
    format: &str,
    value: impl Fn(usize) -> u32,
) -> TextureView {
    let texel = format_named(format);
    let storage = Storage::new(texture_words(kind, size, levels, texel));
    for at in 0..storage.len() {
        storage.store(at, value(at));
    }
    TextureView::new(kind, arrayed, size, levels, texel, Arc::new(storage))
}

/// Returns a pseudorandom number from -1 to 1.
fn noise_at(at: usize) -> f32 {
    let mixed = (at as u32 ^ 0x9e37).wrapping_mul(0x85eb_ca6b);
    let mixed = (mixed ^ mixed >> 13).wrapping_mul(0xc2b2_ae35);
    (mixed ^ mixed >> 16) as f32 / u32::MAX as f32 * 2.0 - 1.0
}

fn noisy_texture(kind: Dimension, arrayed: bool, size: [usize; 3], levels: usize, format: &str) -> TextureView {
    filled_texture(kind, arrayed, size, levels, format, |at| noise_at(at).to_bits())
}

/// Samples at level of detail 0, as floats.
fn sample_floats(texture: &TextureView, coords: [f32; 4]) -> [f32; 4] {
    texture
        .sample(coords, Lod::Explicit(0.0), 0.0, [0; 3], None, &mut |_| ())
        .map(f32::from_bits)
}

#[test]
fn sizes_are_in_glsl_order() {
    assert_eq!(measure_level(Dimension::D1, false, [7, 1, 1], 0), [7, 0, 0]);
    assert_eq!(measure_level(Dimension::D1, true, [7, 1, 5], 1), [3, 5, 0]);
    assert_eq!(measure_level(Dimension::D2, false, [7, 5, 1], 1), [3, 2, 0]);
    assert_eq!(measure_level(Dimension::D2, true, [7, 5, 3], 2), [1, 1, 3]);
    assert_eq!(measure_level(Dimension::D3, false, [7, 5, 6], 1), [3, 2, 3]);
    assert_eq!(measure_level(Dimension::Cube, false, [4, 4, 6], 1), [2, 2, 0]);
    assert_eq!(measure_level(Dimension::Cube, true, [4, 4, 12], 1), [2, 2, 2]);
    assert_eq!(measure_level(Dimension::D2, false, [7, 5, 1], 3), [0, 0, 0]);
    assert_eq!(measure_level(Dimension::D2, false, [7, 5, 1], usize::MAX), [0, 0, 0]);
}

fn measure_level(kind: Dimension, arrayed: bool, size: [usize; 3], lod: usize) -> [u32; 3] {
    filled_texture(kind, arrayed, size, 3, "r32f", |_| 0).level_size(lod)
}

#[test]
fn levels_lie_behind_each_other() {
    let texture = filled_texture(Dimension::D2, false, [7, 5, 1], 3, "rg32f", |at| at as u32);
    let offsets: Vec<usize> = texture.levels.iter().map(|level| level.offset).collect();
    assert_eq!(offsets, [0, 2 * 35, 2 * (35 + 6)]);
    assert_eq!(texture.storage.len(), 2 * (35 + 6 + 1));
    let fetched = texture.fetch_texel([2, 1, 0], 1);
    assert_eq!((fetched.word, fetched.inside), (70 + 2 * 5, true));
    assert_eq!(fetched.texel, [80, 81, 0, 1.0_f32.to_bits()]);
    assert_eq!(texture.level_count(), 3);

    let mut based = texture.clone();
    (based.sampling.base_level, based.sampling.max_level) = (1, 1);
    assert_eq!((based.level_count(), based.level_size(0)), (1, [3, 2, 0]));
    assert_eq!(based.fetch_texel([2, 1, 0], 0), fetched);
    assert_eq!(based.load_texel([2, 1, 0], 1), fetched, "an image counts levels from the first");
}

#[test]
fn nothing_panics_on_strange_input() {
    let wraps = [Wrap::Repeat, Wrap::Clamp, Wrap::Border, Wrap::Mirror];
    let formats = ["r32f", "rgba8", "rgba16i", "rgba32f"];
    for (kind, arrayed) in KINDS {
        for size in [[0, 0, 0], [1, 1, 6], [3, 5, 12], [7, 7, 6]] {
            let mut texture = filled_texture(kind, arrayed, size, 2, formats[size[0] % 4], |at| noise_at(at).to_bits());
            for (turn, x) in STRANGE.into_iter().enumerate() {
                texture.sampling.wraps = std::array::from_fn(|axis| wraps[(turn + axis) % 4]);
                (texture.sampling.minify, texture.sampling.magnify) = (pick_filter(0, turn), pick_filter(1, turn));
                texture.sampling.mip = Some(pick_filter(2, turn));
                for y in STRANGE {
                    let coords = [x, y, x * y, y];
                    let offset = [i32::MIN, i32::MAX, -3];
                    let lods = [Lod::Explicit(y), Lod::Gradient { dx: [x, y, 0.0], dy: [y, y, x] }];
                    for lod in lods {
                        texture.sample(coords, lod, x, offset, None, &mut |_| ());
                        texture.sample(coords, lod, x, [0; 3], Some(y), &mut |_| ());
                    }
                    texture.query_lod(coords, [x, x, y], [y; 3]);
                    texture.gather(coords, usize::MAX, [i32::MAX, i32::MIN], None, &mut |_| ());
                    texture.gather_offsets(coords, 3, [[i32::MIN; 2]; 4], Some(x), &mut |_| ());
                    let [x, y] = [x as i32, y as i32];
                    texture.store_texel([x, y, y], turn, [turn as u32; 4]);
                    texture.apply_atomic([y, x, x], turn, AtomicOp::MinInt, 1, 2);
                }
            }
            texture.levels.clear();
            assert!(!texture.fetch_texel([0; 3], 0).inside);
            sample_floats(&texture, [0.5; 4]);
        }
    }
    // Storage that is too short reads as 0.
    let short =
        TextureView::new(Dimension::D2, false, [9, 9, 1], 1, format_named("rgba32f"), Arc::new(Storage::new(6)));
    assert_eq!(short.fetch_texel([8, 8, 0], 0).texel, [0; 4]);
    let mut to = [[7; 32]; 4];
    short.fetch_warp([&[1; 32], &[0; 32]], u64::MAX, &mut to, &mut |_, _| ());
}

fn pick_filter(bit: usize, turn: usize) -> Filter {
    if turn >> bit & 1 == 0 { Filter::Nearest } else { Filter::Linear }
}
