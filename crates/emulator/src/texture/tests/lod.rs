//! Levels of detail and mipmaps against the specification's formulas.

use super::super::sampling::SamplerState;
use super::*;

/// Creates a texture in which every texel has its level's number.
fn numbered_levels(size: [usize; 3], levels: usize) -> TextureView {
    let texture = filled_texture(Dimension::D2, false, size, levels, "r32f", |_| 0);
    for (number, level) in texture.levels.iter().enumerate() {
        for at in 0..level.width * level.height * level.depth {
            texture.storage.store(level.offset + at, (number as f32).to_bits());
        }
    }
    texture
}

#[test]
fn the_level_of_detail_is_the_longer_way_in_texels() {
    for (kind, size) in [(Dimension::D1, [37, 1, 1]), (Dimension::D2, [37, 5, 1]), (Dimension::D3, [37, 5, 11])] {
        let texture = filled_texture(kind, false, size, 1, "r32f", |_| 0);
        let axes = texture.axis_count();
        for turn in 0..200 {
            let dx: [f32; 3] = std::array::from_fn(|at| noise_at(turn * 6 + at));
            let dy: [f32; 3] =
                std::array::from_fn(|at| noise_at(turn * 6 + 3 + at) * 3.0_f32.powi(turn as i32 % 30 - 15));
            let length = |change: [f32; 3]| {
                (0..axes)
                    .map(|axis: usize| (f64::from(change[axis]) * size[axis] as f64).powi(2))
                    .sum::<f64>()
                    .sqrt()
            };
            let truth = length(dx).max(length(dy)).log2();
            let seen = texture.lod_from_gradients([0.0; 4], dx, dy);
            assert!((f64::from(seen) - truth).abs() < 1e-5 * truth.abs().max(1.0), "{kind:?}: {seen} {truth}");
        }
    }
    let rectangle = filled_texture(Dimension::TexelRect, false, [37, 5, 1], 1, "r32f", |_| 0);
    assert_eq!(rectangle.lod_from_gradients([0.0; 4], [0.0, 4.0, 9.0], [1.0, 0.0, 0.0]), 2.0);
    assert_eq!(rectangle.lod_from_gradients([0.0; 4], [0.0; 3], [0.0; 3]), f32::NEG_INFINITY);
    assert_eq!(rectangle.lod_from_gradients([0.0; 4], [1e30, 0.0, 0.0], [0.0; 3]), 1e30_f32.log2());
}

#[test]
fn a_cubes_level_of_detail_is_that_on_its_face() {
    let texture = filled_texture(Dimension::Cube, false, [64, 64, 6], 1, "r32f", |_| 0);
    for turn in 0..300 {
        let direction: [f64; 3] = std::array::from_fn(|at| f64::from(noise_at(turn * 9 + at)));
        let change: [f64; 3] = std::array::from_fn(|at| f64::from(noise_at(turn * 9 + 3 + at)));
        // The distance, in texels, between the points where the direction and a slightly changed one meet
        // the cube.
        let longest = (0..3)
            .max_by(|a, b| direction[*a].abs().total_cmp(&direction[*b].abs()))
            .unwrap();
        let on_cube = |step: f64| -> [f64; 3] {
            let moved: [f64; 3] = std::array::from_fn(|at| direction[at] + step * change[at]);
            moved.map(|component| component / moved[longest].abs())
        };
        let step = 1e-6;
        let one = on_cube(-step);
        let other = on_cube(step);
        let distance = (0..3).map(|at| (other[at] - one[at]).powi(2)).sum::<f64>().sqrt() / (2.0 * step) * 32.0;
        let [x, y, z] = direction.map(|component| component as f32);
        let seen = texture.lod_from_gradients([x, y, z, 0.0], change.map(|part| part as f32), [0.0; 3]);
        assert!((f64::from(seen) - distance.log2()).abs() < 1e-3, "{direction:?}: {seen} {}", distance.log2());
    }
}

#[test]
fn levels_are_chosen_as_the_specification_says() {
    for (base, most) in [(0, 1000), (1, 3), (2, 2)] {
        let mut texture = numbered_levels([32, 8, 1], 6);
        (texture.sampling.base_level, texture.sampling.max_level) = (base, most);
        let coarsest = most.min(5) as f64;
        for turn in -40..160 {
            let detail = turn as f32 / 16.0;
            let exact = f64::from(detail);
            texture.sampling.mip = None;
            assert_eq!(sample_at_lod(&texture, detail), base as f32);
            // Equations 8.24 and 8.25.
            texture.sampling.mip = Some(Filter::Nearest);
            let level = base as f64 + exact;
            let nearest = if exact <= 0.5 {
                base as f64
            } else if level <= coarsest + 0.5 {
                (level + 0.5).ceil() - 1.0
            } else {
                coarsest
            };
            assert_eq!(f64::from(sample_at_lod(&texture, detail)), nearest, "{base}..{most} at {detail}");
            texture.sampling.mip = Some(Filter::Linear);
            assert_eq!(
                f64::from(sample_at_lod(&texture, detail)),
                level.clamp(base as f64, coarsest),
                "{base}..{most} at {detail}"
            );
        }
    }
}

fn sample_at_lod(texture: &TextureView, detail: f32) -> f32 {
    f32::from_bits(texture.sample([0.3; 4], Lod::Explicit(detail), 0.0, [0; 3], None, &mut |_| ())[0])
}

#[test]
fn bias_and_limits_move_the_level() {
    let mut texture = numbered_levels([32, 8, 1], 6);
    texture.sampling.mip = Some(Filter::Linear);
    assert_eq!(sample_with_bias(&texture, 1.0, 1.25), 2.25);
    texture.sampling.lod_bias = 0.5;
    assert_eq!(sample_with_bias(&texture, 1.0, 1.25), 2.75);
    (texture.sampling.lod_min, texture.sampling.lod_max) = (2.0, 3.5);
    assert_eq!((sample_with_bias(&texture, -9.0, 0.0), sample_with_bias(&texture, 9.0, 0.0)), (2.0, 3.5));
    assert_eq!(sample_with_bias(&texture, f32::NAN, 0.0), 2.0, "the limit wins over not-a-number");
    // From gradients: 4 texels to the next pixel are level 2.
    texture.sampling = SamplerState { mip: Some(Filter::Linear), ..SamplerState::default() };
    let gradient = Lod::Gradient { dx: [4.0 / 32.0, 0.0, 0.0], dy: [0.0, 1.0 / 8.0, 0.0] };
    assert_eq!(f32::from_bits(texture.sample([0.3; 4], gradient, 0.0, [0; 3], None, &mut |_| ())[0]), 2.0);
    assert_eq!(texture.query_lod([0.3; 4], [4.0 / 32.0, 0.0, 0.0], [0.0; 3]), [2.0, 2.0]);
    assert_eq!(texture.query_lod([0.3; 4], [1e9, 0.0, 0.0], [0.0; 3])[0], 5.0);
    assert_eq!(texture.query_lod([0.3; 4], [1.0 / 64.0, 0.0, 0.0], [0.0; 3]), [0.0, -1.0]);
    texture.sampling.mip = Some(Filter::Nearest);
    assert_eq!(texture.query_lod([0.3; 4], [2.9 / 32.0, 0.0, 0.0], [0.0; 3])[0], 2.0);
    texture.sampling.mip = None;
    assert_eq!(texture.query_lod([0.3; 4], [4.0 / 32.0, 0.0, 0.0], [0.0; 3]), [0.0, 2.0]);
}

fn sample_with_bias(texture: &TextureView, detail: f32, bias: f32) -> f32 {
    f32::from_bits(texture.sample([0.3; 4], Lod::Explicit(detail), bias, [0; 3], None, &mut |_| ())[0])
}

#[test]
fn magnified_up_to_where_the_filters_say() {
    // Two texels, 0 and 1: in the middle a linear filter gives a half, the nearest texel is the second.
    let mut texture = filled_texture(Dimension::D1, false, [2, 1, 1], 1, "r32f", |at| (at as f32).to_bits());
    (texture.sampling.magnify, texture.sampling.minify) = (Filter::Linear, Filter::Nearest);
    assert_eq!((sample_level(&texture, 0.0), sample_level(&texture, 0.01)), (0.5, 1.0));
    texture.sampling.mip = Some(Filter::Nearest);
    assert_eq!((sample_level(&texture, 0.5), sample_level(&texture, 0.51)), (0.5, 1.0));
    (texture.sampling.magnify, texture.sampling.minify) = (Filter::Nearest, Filter::Linear);
    assert_eq!((sample_level(&texture, 0.0), sample_level(&texture, 0.01)), (1.0, 0.5));
    texture.sampling.mip = None;
    assert!(texture.sampling.uses_lod() && !SamplerState::default().uses_lod());
}

fn sample_level(texture: &TextureView, detail: f32) -> f32 {
    f32::from_bits(texture.sample([0.5; 4], Lod::Explicit(detail), 0.0, [0; 3], None, &mut |_| ())[0])
}
