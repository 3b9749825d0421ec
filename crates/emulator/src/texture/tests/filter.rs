//! Filters, wraps, layers, comparison and gather against sums over all texels.

use super::super::sampling::wrap_index;
use super::*;
use gristmill_machine::Compare;

const WRAPS: [Wrap; 4] = [Wrap::Repeat, Wrap::Clamp, Wrap::Border, Wrap::Mirror];

/// Returns the texel for an index, found by walking there from texel 0; `None` for the border.
fn walk_wrap(wrap: Wrap, to: i32, size: i32) -> Option<i32> {
    let mut at = 0;
    let mut direction = to.signum();
    for _ in 0..to.abs() {
        let next = at + direction;
        let inside = next >= 0 && next < size;
        match wrap {
            _ if inside => at = next,
            Wrap::Repeat => at = if direction > 0 { 0 } else { size - 1 },
            Wrap::Clamp => (),
            Wrap::Border => return None,
            Wrap::Mirror => direction = -direction,
        }
    }
    Some(at)
}

#[test]
fn wraps_are_walks() {
    for wrap in WRAPS {
        for size in [1, 2, 3, 5, 13] {
            for at in -40..40 {
                let index = wrap_index(wrap, at, size);
                assert_eq!(
                    (index >= 0 && index < size).then_some(index),
                    walk_wrap(wrap, at, size),
                    "{wrap:?} {at}/{size}"
                );
            }
            for at in [i32::MIN, i32::MAX] {
                let index = wrap_index(wrap, at, size);
                assert_eq!(index >= 0 && index < size, wrap != Wrap::Border, "{wrap:?} {at}/{size}");
            }
        }
    }
    assert_eq!(wrap_index(Wrap::Repeat, -1_000_000_007, 1_000), 993);
    assert_eq!(wrap_index(Wrap::Mirror, 1_000_000_007, 1_000), 7);
    assert_eq!(wrap_index(Wrap::Mirror, -1, 7), 0);
}

/// Samples in 64 bits: the sum over all texels in reach, weighted by their distance on every axis.
fn sample_by_sum(
    texture: &TextureView,
    axes: usize,
    place: [f64; 3],
    slice: i32,
    offset: [i32; 3],
    lane: usize,
) -> f64 {
    let level = &texture.levels[0];
    let sizes = [level.width, level.height, level.depth].map(|side| side as i32);
    // On each axis the texels with a weight: the tent around a texel's middle is one texel wide to both
    // sides.
    let context = |axis: usize| -> Vec<(Option<i32>, f64)> {
        if axis >= axes {
            return vec![(Some(if axis == 2 { slice } else { 0 }), 1.0)];
        }
        let around = place[axis] as i32;
        let weight = |at: i32| (1.0 - (place[axis] - (f64::from(at) + 0.5)).abs()).max(0.0);
        let wrap = texture.sampling.wraps[axis];
        (around - 3..around + 4)
            .map(|at| (walk_wrap(wrap, at + offset[axis], sizes[axis]), weight(at)))
            .collect()
    };
    let mut sum = 0.0;
    for (z, by_z) in context(2) {
        for (y, by_y) in context(1) {
            for (x, by_x) in context(0) {
                let value = match (x, y, z) {
                    (Some(x), Some(y), Some(z)) => {
                        let texel = ((z * sizes[1] + y) * sizes[0] + x) as usize * texture.texel.word_count();
                        let words = std::array::from_fn(|at| texture.storage.load(texel + at));
                        f32::from_bits(texture.texel.unpack(words)[lane])
                    }
                    _ => f32::from_bits(texture.texel.convert_color(texture.sampling.border)[lane]),
                };
                sum += by_x * by_y * by_z * f64::from(value);
            }
        }
    }
    sum
}

#[test]
fn linear_is_the_weighted_sum() {
    let cases = [
        (Dimension::D1, false, [13, 1, 1]),
        (Dimension::D1, true, [5, 1, 3]),
        (Dimension::D2, false, [1, 1, 1]),
        (Dimension::D2, false, [3, 5, 1]),
        (Dimension::D2, true, [7, 2, 3]),
        (Dimension::TexelRect, false, [11, 3, 1]),
        (Dimension::D3, false, [3, 5, 7]),
        (Dimension::D3, false, [2, 1, 3]),
    ];
    for (case, (kind, arrayed, size)) in cases.into_iter().enumerate() {
        for format in ["r32f", "rgba32f", "rgba8"] {
            let mut texture = match format {
                "rgba8" => filled_texture(kind, arrayed, size, 1, format, |at| {
                    noise_at(at).to_bits().wrapping_mul(0x9e37_79b9)
                }),
                _ => noisy_texture(kind, arrayed, size, 1, format),
            };
            (texture.sampling.minify, texture.sampling.magnify) = (Filter::Linear, Filter::Linear);
            texture.sampling.border = [0.75, -0.5, 0.25, 0.5];
            let axes = texture.axis_count();
            let side = |axis: usize| if kind == Dimension::TexelRect { 1.0 } else { size[axis] as f64 };
            for turn in 0..200 {
                texture.sampling.wraps = match kind {
                    Dimension::TexelRect => [WRAPS[1 + turn % 2]; 3],
                    _ => std::array::from_fn(|axis| WRAPS[(turn >> (2 * axis)) % 4]),
                };
                let range = if kind == Dimension::TexelRect { 15.0 } else { 2.2 };
                let mut coords: [f32; 4] = std::array::from_fn(|axis| range * noise_at(turn * 4 + axis + case));
                let layer = if arrayed { turn % size[2] } else { 0 };
                if arrayed {
                    coords[axes] = layer as f32 + 0.45 * noise_at(turn);
                }
                let offset: [i32; 3] = if turn % 3 == 0 { [0; 3] } else { [turn as i32 % 8 - 4, 3, -2] };
                let place = std::array::from_fn(|axis| f64::from(coords[axis]) * side(axis));
                let seen = texture
                    .sample(coords, Lod::Explicit(0.0), 0.0, offset, None, &mut |_| ())
                    .map(f32::from_bits);
                for lane in 0..4 {
                    let truth = sample_by_sum(&texture, axes, place, layer as i32, offset, lane);
                    let far = (f64::from(seen[lane]) - truth).abs();
                    assert!(far < 3e-5, "{kind:?} {size:?} {format} {turn}: {coords:?} {seen:?} lane {lane}: {truth}");
                }
            }
        }
    }
}

#[test]
fn nearest_is_the_texel_below_in_32_bits() {
    for (width, height) in [(1, 1), (3, 5), (7, 13), (101, 3)] {
        for kind in [Dimension::D2, Dimension::TexelRect] {
            let mut texture = filled_texture(kind, false, [width, height, 1], 1, "r32ui", |at| at as u32);
            for wrap in WRAPS {
                texture.sampling.wraps = [wrap; 3];
                texture.sampling.border = [77_777.0, 0.0, 0.0, 0.0];
                let counts = kind == Dimension::TexelRect;
                let meant = if counts && wrap != Wrap::Border { Wrap::Clamp } else { wrap };
                for step in -40..80_i32 {
                    // Edges of texels, and the adjacent floats.
                    let edge = step as f32 / width as f32;
                    for s in [edge, edge.next_down(), edge.next_up(), edge + 0.5 / width as f32] {
                        let (u, v) = if counts { (s * 7.0, 1.5) } else { (s * width as f32, 0.4 * height as f32) };
                        let coords = if counts { [u, v, 0.0, 0.0] } else { [s, 0.4, 0.0, 0.0] };
                        let column = walk_wrap(meant, u.floor() as i32, width as i32);
                        let line = walk_wrap(meant, v.floor() as i32, height as i32);
                        let truth = match (column, line) {
                            (Some(column), Some(line)) => line * width as i32 + column,
                            _ => 77_777,
                        };
                        let seen = texture.sample(coords, Lod::Explicit(0.0), 0.0, [0; 3], None, &mut |_| ());
                        assert_eq!(seen, [truth as u32, 0, 0, 1], "{kind:?} {wrap:?} {width}x{height} {coords:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn coordinates_without_a_place_have_one() {
    let mut texture = filled_texture(Dimension::D2, false, [3, 5, 1], 1, "r32f", |at| (at as f32).to_bits());
    assert_eq!(sample_floats(&texture, [f32::NAN, f32::NAN, 0.0, 0.0])[0], 0.0);
    assert_eq!(sample_floats(&texture, [f32::INFINITY, f32::NEG_INFINITY, 0.0, 0.0])[0], 2.0);
    assert_eq!(sample_floats(&texture, [-1e30, 1e30, 0.0, 0.0])[0], 12.0);
    texture.sampling.magnify = Filter::Linear;
    assert_eq!(sample_floats(&texture, [f32::INFINITY, f32::NEG_INFINITY, 0.0, 0.0])[0], 2.0);
    assert_eq!(sample_floats(&texture, [-1e30, 1e30, 0.0, 0.0])[0], 12.0);
    texture.sampling.wraps = [Wrap::Repeat; 3];
    for x in STRANGE {
        let seen = sample_floats(&texture, [x, 0.5, 0.0, 0.0])[0];
        assert!((6.0..=8.0).contains(&seen), "{x}: {seen}");
    }
}

#[test]
fn integers_are_never_blended() {
    let mut texture = filled_texture(Dimension::D2, false, [3, 5, 1], 2, "rg32i", |at| at as u32);
    (texture.sampling.minify, texture.sampling.magnify) = (Filter::Linear, Filter::Linear);
    texture.sampling.mip = Some(Filter::Linear);
    let seen = texture.sample([0.6, 0.3, 0.0, 0.0], Lod::Explicit(0.3), 0.0, [0; 3], None, &mut |_| ());
    assert_eq!(seen, [8, 9, 0, 1]);
}

#[test]
fn layers_round_to_the_nearest_that_exists() {
    let texture = filled_texture(Dimension::D2, true, [1, 1, 5], 1, "r32f", |at| (at as f32).to_bits());
    let layers =
        [(-7.0, 0.0), (0.4, 0.0), (0.6, 1.0), (2.5, 2.0), (3.5, 4.0), (4.4, 4.0), (99.0, 4.0), (f32::NAN, 0.0)];
    for (asked, layer) in layers {
        assert_eq!(sample_floats(&texture, [0.5, 0.5, asked, 0.0])[0], layer, "{asked}");
    }
    let lines = filled_texture(Dimension::D1, true, [2, 1, 3], 1, "r32f", |at| (at as f32).to_bits());
    assert_eq!(sample_floats(&lines, [0.9, 2.0, 0.0, 0.0])[0], 5.0);
}

#[test]
fn a_reference_is_compared_before_filtering() {
    let depths = [0.1, 0.4, 0.6, 0.9];
    let mut texture = filled_texture(Dimension::D2, false, [2, 2, 1], 1, "r32f", |at| f32::to_bits(depths[at]));
    type Test = (Compare, fn(f32, f32) -> bool);
    let tests: [Test; 8] = [
        (Compare::Always, |_, _| true),
        (Compare::Never, |_, _| false),
        (Compare::Less, |reference, depth| reference < depth),
        (Compare::LessOrEqual, |reference, depth| reference <= depth),
        (Compare::Equal, |reference, depth| reference == depth),
        (Compare::NotEqual, |reference, depth| reference != depth),
        (Compare::GreaterOrEqual, |reference, depth| reference >= depth),
        (Compare::Greater, |reference, depth| reference > depth),
    ];
    for (compare, passes) in tests {
        texture.sampling.compare = Some(compare);
        for reference in [0.0, 0.1, 0.4, 0.5, 0.9, 1.0, f32::NAN] {
            texture.sampling.magnify = Filter::Nearest;
            let one = sample_compared(&texture, [0.75, 0.25, 0.0, 0.0], reference);
            assert_eq!(one, f32::from(u8::from(passes(reference, 0.4))), "{compare:?} {reference}");
            // In the middle all four have the same weight: the fraction that passes.
            texture.sampling.magnify = Filter::Linear;
            let part = sample_compared(&texture, [0.5, 0.5, 0.0, 0.0], reference);
            let passing = depths.iter().filter(|depth| passes(reference, **depth)).count();
            assert_eq!(part, passing as f32 / 4.0, "{compare:?} {reference}");
        }
    }
    texture.sampling.compare = None;
    assert_eq!(sample_compared(&texture, [0.5, 0.5, 0.0, 0.0], 0.4), 0.75);
    let steps = filled_texture(Dimension::D2, false, [1, 1, 1], 1, "r16", |_| 0xffff);
    assert_eq!(sample_compared(&steps, [0.5; 4], 1.5), 1.0, "a reference above 1 counts as 1 where depth ends there");
    let floats = filled_texture(Dimension::D2, false, [1, 1, 1], 1, "r32f", |_| 1.0_f32.to_bits());
    assert_eq!(sample_compared(&floats, [0.5; 4], 1.5), 0.0);
}

fn sample_compared(texture: &TextureView, coords: [f32; 4], reference: f32) -> f32 {
    f32::from_bits(texture.sample(coords, Lod::Explicit(0.0), 0.0, [0; 3], Some(reference), &mut |_| ())[0])
}

#[test]
fn gather_takes_four_in_gls_order() {
    let mut texture = filled_texture(Dimension::D2, false, [3, 5, 1], 1, "rg32ui", |at| at as u32);
    let none = &mut |_| ();
    // The four around the meeting of texels (1, 2), (2, 2), (1, 3), (2, 3); lane 1 of texel (x, y) is 2 * (3
    // y + x) + 1.
    let middle = [2.0 / 3.0, 0.6, 0.0, 0.0];
    assert_eq!(texture.gather(middle, 1, [0, 0], None, none), [21, 23, 17, 15]);
    assert_eq!(texture.gather(middle, 0, [-1, -2], None, none), [2 * 3, 2 * 4, 2, 0]);
    assert_eq!(texture.gather(middle, 0, [1, 0], None, none), [22, 22, 16, 16], "beyond the edge it goes on");
    assert_eq!(texture.gather(middle, 3, [0, 0], None, none), [1; 4]);
    let offsets = [[0, 0], [1, 0], [0, 1], [-1, -2]];
    assert_eq!(texture.gather_offsets(middle, 0, offsets, None, none), [14, 16, 20, 0]);
    texture.sampling.wraps = [Wrap::Border; 3];
    texture.sampling.border = [9.0; 4];
    assert_eq!(texture.gather([0.0; 4], 0, [0, 0], None, none), [9, 0, 9, 9]);

    let mut depth = filled_texture(Dimension::D2, false, [2, 2, 1], 1, "r32f", |at| (at as f32).to_bits());
    depth.sampling.compare = Some(Compare::Less);
    assert_eq!(depth.gather([0.5; 4], 0, [0, 0], Some(1.5), none).map(f32::from_bits), [1.0, 1.0, 0.0, 0.0]);
    let rectangle = filled_texture(Dimension::TexelRect, false, [3, 5, 1], 1, "r32ui", |at| at as u32);
    assert_eq!(rectangle.gather([2.0, 3.0, 0.0, 0.0], 0, [0, 0], None, none), [10, 11, 8, 7]);
}

#[test]
fn a_sample_tells_the_texels_that_it_reads() {
    let mut texture = filled_texture(Dimension::D2, false, [4, 4, 1], 3, "rgba32f", |_| 0);
    assert_eq!(collect_touched_words(&texture, [0.6, 0.3, 0.0, 0.0], 0.0), [4 * 6]);
    (texture.sampling.minify, texture.sampling.magnify) = (Filter::Linear, Filter::Linear);
    texture.sampling.mip = Some(Filter::Linear);
    assert_eq!(collect_touched_words(&texture, [0.5; 4], 0.0), [4 * 5, 4 * 6, 4 * 9, 4 * 10]);
    assert_eq!(collect_touched_words(&texture, [0.5; 4], 1.5), [64, 68, 72, 76, 80, 80, 80, 80]);
    texture.sampling.wraps = [Wrap::Border; 3];
    assert_eq!(collect_touched_words(&texture, [0.0; 4], 0.0), [0], "the border is no texel");
}

fn collect_touched_words(texture: &TextureView, coords: [f32; 4], lod: f32) -> Vec<usize> {
    let mut words = Vec::new();
    texture.sample(coords, Lod::Explicit(lod), 0.0, [0; 3], None, &mut |word| words.push(word));
    words.sort();
    words
}
