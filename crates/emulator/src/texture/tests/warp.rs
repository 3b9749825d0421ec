//! Tests that lookups of a warp equal those of its lanes one by one.

use super::*;

const FORMATS: [&str; 8] = ["r32f", "rg32f", "rgba32f", "r32i", "rgba32ui", "rgba8", "rgba16f", "r8"];
const MASKS: [u64; 6] = [u64::MAX, 0, 1, 1 << 63 | 1 << 31, 0x5555_5555_5555_5555, 0xffff_0000_f0f0_1234];

/// Compares both paths for a warp of `W` lanes.
fn check_fetch<const W: usize>(texture: &TextureView, x: [u32; W], y: [u32; W], mask: u64) {
    let mut to = [[0xdead; W], [0xbeef; W], [0xcafe; W], [0xf00d; W]];
    let mut touched = Vec::new();
    let inside = texture.fetch_warp([&x, &y], mask, &mut to, &mut |lane, word| touched.push((lane, word)));
    let mut truth = Vec::new();
    for lane in 0..W {
        let seen: [u32; 4] = std::array::from_fn(|register| to[register][lane]);
        if mask >> lane & 1 == 0 {
            assert_eq!((seen, inside >> lane & 1), ([0xdead, 0xbeef, 0xcafe, 0xf00d], 0), "lane {lane} sleeps");
            continue;
        }
        let one = texture.fetch_texel([x[lane] as i32, y[lane] as i32, 0], 0);
        assert_eq!((seen, inside >> lane & 1 == 1), (one.texel, one.inside), "lane {lane} at {}, {}", x[lane], y[lane]);
        if one.inside {
            truth.push((lane, one.word));
        }
    }
    assert_eq!(touched, truth);
}

#[test]
fn a_warp_fetches_as_its_lanes_do() {
    for format in FORMATS {
        for (kind, arrayed, size) in [
            (Dimension::D2, false, [13, 7, 1]),
            (Dimension::D2, false, [1, 1, 1]),
            (Dimension::TexelRect, false, [3, 5, 1]),
            (Dimension::D1, true, [13, 1, 7]),
            (Dimension::Buffer, false, [31, 1, 1]),
        ] {
            let mut texture = noisy_texture(kind, arrayed, size, 3, format);
            for base in 0..2 {
                texture.sampling.base_level = base;
                for mask in MASKS {
                    check_fetch::<64>(
                        &texture,
                        std::array::from_fn(|lane| pick_inside(lane, 13)),
                        std::array::from_fn(|lane| pick_inside(lane / 3, 7)),
                        mask,
                    );
                    check_fetch::<32>(
                        &texture,
                        std::array::from_fn(pick_wild),
                        std::array::from_fn(|lane| pick_wild(lane / 3)),
                        mask,
                    );
                    // All lanes in range: the fastest path.
                    check_fetch::<32>(&texture, [0; 32], [0; 32], mask);
                }
            }
        }
    }
}

fn pick_wild(at: usize) -> u32 {
    [0, 1, 12, 13, u32::MAX, i32::MIN as u32, 6, 7][(at * 5 + at / 8) % 8]
}

fn pick_inside(at: usize, side: usize) -> u32 {
    (at * 7 + 3) as u32 % side as u32
}

/// Compares both paths for a warp of `W` lanes.
fn check_sample<const W: usize>(texture: &TextureView, x: [f32; W], y: [f32; W], mask: u64) {
    let mut to = [[0xdead; W]; 4];
    let mut touched = Vec::new();
    let x_bits = x.map(f32::to_bits);
    let y_bits = y.map(f32::to_bits);
    assert!(texture.sample_warp([&x_bits, &y_bits], mask, &mut to, &mut |lane, word| touched.push((lane, word))));
    let mut truth = Vec::new();
    for lane in 0..W {
        let seen: [u32; 4] = std::array::from_fn(|register| to[register][lane]);
        if mask >> lane & 1 == 0 {
            assert_eq!(seen, [0xdead; 4]);
            continue;
        }
        let coords = [x[lane], y[lane], 0.0, 0.0];
        let one = texture.sample(coords, Lod::Explicit(0.0), 0.0, [0; 3], None, &mut |word| truth.push((lane, word)));
        assert_eq!(seen, one, "lane {lane} at {coords:?}");
    }
    assert_eq!(touched, truth);
}

#[test]
fn a_warp_samples_as_its_lanes_do() {
    for format in FORMATS {
        for (kind, width, height) in
            [(Dimension::D2, 13, 7), (Dimension::D2, 1, 1), (Dimension::D2, 101, 3), (Dimension::TexelRect, 3, 5)]
        {
            let texture = noisy_texture(kind, false, [width, height, 1], 2, format);
            for mask in MASKS {
                for turn in 0..10 {
                    // Edges of texels, the adjacent floats, and invalid coordinates.
                    let unit = |side: usize| if kind == Dimension::TexelRect { 1.0 } else { side as f32 };
                    let edge = |at: usize, side: usize| (at as f32 - 8.0) / unit(side);
                    let near = |at: f32| [at, at.next_up(), at.next_down()][turn % 3];
                    let x: [f32; 64] = std::array::from_fn(|lane| near(edge(lane + turn, width)));
                    let y: [f32; 64] = std::array::from_fn(|lane| near(edge(lane / 5 + turn, height)));
                    check_sample::<64>(&texture, x, y, mask);
                    let strange = |lane: usize| STRANGE[(lane + turn) % STRANGE.len()];
                    check_sample::<32>(
                        &texture,
                        std::array::from_fn(strange),
                        std::array::from_fn(|at| strange(at / 3)),
                        mask,
                    );
                }
            }
        }
    }
}

#[test]
fn what_a_warp_cannot_sample_it_leaves_alone() {
    let plain = noisy_texture(Dimension::D2, false, [3, 5, 1], 2, "r32f");
    assert!(plain.can_sample_warp());
    check_refusal(|texture| texture.sampling.magnify = Filter::Linear, &plain);
    check_refusal(|texture| texture.sampling.mip = Some(Filter::Nearest), &plain);
    check_refusal(|texture| texture.sampling.wraps[1] = Wrap::Repeat, &plain);
    check_refusal(|texture| texture.arrayed = true, &plain);
    check_refusal(|texture| texture.dimension = Dimension::D3, &plain);
    check_refusal(|texture| texture.levels.clear(), &plain);
    // Integers are never blended, so filters do not prevent it.
    let mut integers = noisy_texture(Dimension::D2, false, [3, 5, 1], 1, "r32i");
    integers.sampling.magnify = Filter::Linear;
    check_sample::<32>(&integers, std::array::from_fn(|lane| lane as f32 / 30.0), [0.3; 32], u64::MAX);
}

fn check_refusal(change: fn(&mut TextureView), plain: &TextureView) {
    let mut texture = plain.clone();
    change(&mut texture);
    let mut to = [[5; 32]; 4];
    assert!(!texture.sample_warp([&[0; 32]; 2], u64::MAX, &mut to, &mut |_, _| ()) && to == [[5; 32]; 4]);
}
