//! Tests of formats: the stored value is the nearest one of the format.

use super::*;

/// Returns values around every critical point of rounding.
fn hard_values() -> Vec<f32> {
    let mut values: Vec<f32> = STRANGE.to_vec();
    for at in 0..2000 {
        values.push(noise_at(at));
        values.push(noise_at(at) * 2.0_f32.powi(at as i32 % 60 - 30));
        values.push((at as f32 + 0.5) / 255.0);
        values.push((at as f32 * 32.0 + 0.5) / 65535.0);
    }
    let edges =
        [65504.0, 65519.99, 65520.0, 65535.0, 65024.0, 64512.0, 65280.0, 1e30, 6.1e-5, 5.96e-8, 2.98e-8, 2.99e-8];
    values.extend(edges.into_iter().flat_map(|edge| [edge, -edge]));
    values
}

fn store_and_load(format: &str, value: u32) -> [u32; 4] {
    let texture = filled_texture(Dimension::D2, false, [1, 1, 1], 1, format, |_| u32::MAX);
    assert!(texture.store_texel([0; 3], 0, [value; 4]).inside);
    texture.load_texel([0; 3], 0).texel
}

#[test]
fn halves_are_those_of_the_half_crate() {
    for raw in 0..=u16::MAX {
        let truth = half::f16::from_bits(raw).to_f32();
        let seen = f32::from_bits(format_named("r16f").unpack([u32::from(raw), 0, 0, 0])[0]);
        assert!(seen.to_bits() == truth.to_bits() || seen.is_nan() && truth.is_nan(), "{raw:#x}: {seen} {truth}");
    }
    for value in hard_values() {
        let truth = half::f16::from_f32(value);
        let raw = format_named("r16f").pack([value.to_bits(); 4])[0] as u16;
        assert!(raw == truth.to_bits() || truth.is_nan() && half::f16::from_bits(raw).is_nan(), "{value}: {raw:#x}");
    }
}

#[test]
fn floats_without_a_sign_are_the_nearest_of_all() {
    // Every finite number of the format by the specification's formula; the truth is the nearest of them,
    // even before odd.
    for (lane, mantissa) in [(0, 6), (1, 6), (2, 5)] {
        let all: Vec<f64> = (0..31 << mantissa)
            .map(|raw: u32| {
                let exponent = raw >> mantissa;
                let fraction = f64::from(raw % (1 << mantissa)) / f64::from(1 << mantissa);
                if exponent == 0 {
                    fraction * 2.0_f64.powi(-14)
                } else {
                    (1.0 + fraction) * 2.0_f64.powi(exponent as i32 - 15)
                }
            })
            .collect();
        for value in hard_values() {
            let seen = f32::from_bits(store_and_load("r11f_g11f_b10f", value.to_bits())[lane]);
            if value.is_nan() || value == f32::INFINITY {
                assert!(seen.is_nan() == value.is_nan() && !seen.is_finite(), "{value}");
                continue;
            }
            // Numbers beyond the largest one, or negative ones, are as far away as the limits.
            let held = f64::from(value).clamp(0.0, all[all.len() - 1]);
            let distance = |raw: usize| (all[raw] - held).abs();
            let nearest =
                (0..all.len()).min_by(|a, b| distance(*a).total_cmp(&distance(*b)).then((a & 1).cmp(&(b & 1))));
            assert_eq!(f64::from(seen), all[nearest.unwrap()], "{value} in lane {lane}");
        }
    }
    assert_eq!(format_named("r11f_g11f_b10f").unpack([0xffff_ffff, 0, 0, 0])[3], 1.0_f32.to_bits());
}

#[test]
fn normalised_lanes_are_the_nearest_step() {
    let formats = [
        ("rgba8", [8; 4], false),
        ("rgba16", [16; 4], false),
        ("rgb10_a2", [10, 10, 10, 2], false),
        ("rg8", [8, 8, 0, 0], false),
        ("r16", [16, 0, 0, 0], false),
        ("rgba8_snorm", [8; 4], true),
        ("rg16_snorm", [16, 16, 0, 0], true),
        ("r8_snorm", [8, 0, 0, 0], true),
    ];
    for (format, bits, signed) in formats {
        for value in hard_values() {
            let texel = store_and_load(format, value.to_bits()).map(f32::from_bits);
            for lane in 0..4 {
                if bits[lane] == 0 {
                    assert_eq!(texel[lane], [0.0, 0.0, 0.0, 1.0][lane], "{format} lacks lane {lane}");
                    continue;
                }
                let steps = f64::from((1_u32 << (bits[lane] - u32::from(signed))) - 1);
                let least = if signed { -1.0 } else { 0.0 };
                let wanted = if value.is_nan() { 0.0 } else { f64::from(value).clamp(least, 1.0) };
                let seen = f64::from(texel[lane]);
                let step = (seen * steps).round();
                assert_eq!((step / steps) as f32, texel[lane], "{format}: {value} is no step");
                assert!((step - wanted * steps).abs() <= 0.5, "{format}: {value} became {seen}");
            }
        }
    }
    // The lowest bit pattern means -1 too.
    assert_eq!(f32::from_bits(format_named("r8_snorm").unpack([0x80, 0, 0, 0])[0]), -1.0);
    assert_eq!(f32::from_bits(format_named("r16_snorm").unpack([0x8000, 0, 0, 0])[0]), -1.0);
}

#[test]
fn integers_clamp_to_what_fits() {
    let values = [0, 1, 5, 127, 128, 255, 256, 1023, 1024, 32767, 32768, 65535, 65536, 1 << 30, i32::MAX];
    for value in values.into_iter().flat_map(|value| [value, -value, i32::MIN]) {
        let wide = i64::from(value);
        let unsigned = i64::from(value as u32);
        for (format, bits) in [("rgba8i", 8), ("rg16i", 16), ("r8i", 8), ("rgba32i", 32)] {
            let most = (1_i64 << (bits - 1)) - 1;
            assert_eq!(
                i64::from(store_and_load(format, value as u32)[0] as i32),
                wide.clamp(-most - 1, most),
                "{format}"
            );
        }
        for (format, bits) in [("rgba8ui", 8), ("rg16ui", 16), ("rgb10_a2ui", 10), ("r32ui", 32)] {
            let most = (1_i64 << bits) - 1;
            assert_eq!(i64::from(store_and_load(format, value as u32)[0]), unsigned.min(most), "{format}");
        }
        assert_eq!(i64::from(store_and_load("rgb10_a2ui", value as u32)[3]), unsigned.min(3));
    }
    assert_eq!(store_and_load("rg8i", 5), [5, 5, 0, 1]);
    assert_eq!(store_and_load("r32ui", 5), [5, 0, 0, 1]);
}

#[test]
fn every_format_keeps_what_it_can_hold_and_every_lane_apart() {
    assert_eq!(TexelFormat::format_names().count(), 39);
    for name in TexelFormat::format_names() {
        let texel = format_named(name);
        assert_eq!(texel.to_string(), name);
        // One texel of three in a row: its neighbours must not change, and a loaded value is stored unchanged
        // again.
        for value in hard_values().iter().take(200) {
            let texture = filled_texture(Dimension::D1, false, [3, 1, 1], 1, name, |_| 0);
            let given: [u32; 4] = std::array::from_fn(|lane| (value * (lane as f32 + 0.25)).to_bits());
            texture.store_texel([1, 0, 0], 0, given);
            let once = texture.load_texel([1, 0, 0], 0).texel;
            let words: Vec<u32> = (0..texture.storage.len()).map(|at| texture.storage.load(at)).collect();
            texture.store_texel([1, 0, 0], 0, once);
            let again: Vec<u32> = (0..texture.storage.len()).map(|at| texture.storage.load(at)).collect();
            assert_eq!(words, again, "{name} {given:x?}");
            let blank = texel.unpack([0; 4]);
            assert_eq!(
                (texture.load_texel([0; 3], 0).texel, texture.load_texel([2, 0, 0], 0).texel),
                (blank, blank),
                "{name}"
            );
            // Each component alone has the same value as among the others.
            for lane in 0..texel.lane_count() {
                let mut alone = [0; 4];
                alone[lane] = given[lane];
                assert_eq!(texel.unpack(texel.pack(alone))[lane], once[lane], "{name}, lane {lane}");
            }
        }
    }
    assert_eq!(TexelFormat::from_name("rgba7"), None);
}

#[test]
fn the_spirv_numbers_are_those_of_the_registry() {
    use rspirv::spirv::ImageFormat;
    for (number, name) in (1..).zip(TexelFormat::format_names()) {
        let known = format!("{:?}", ImageFormat::from_u32(number).unwrap()).to_lowercase();
        assert_eq!(known, name.replace('_', ""));
    }
}

#[test]
fn a_streams_format_is_a_texel() {
    use gristmill_base::element::{Element, Format};
    assert_eq!(TexelFormat::from_format(<[f32; 4]>::FORMAT), format_named("rgba32f"));
    assert_eq!(TexelFormat::from_format(i32::FORMAT), format_named("r32i"));
    assert_eq!(TexelFormat::from_format(<::image::Rgba<u8>>::FORMAT), format_named("rgba8"));
    for format in [<[f32; 2]>::FORMAT, u32::FORMAT, <::image::Rgba<u8>>::FORMAT] {
        assert_eq!(TexelFormat::from_format(format).word_count(), format.words());
        assert_eq!(TextureView::new_plane(format, 3, 5, 1).storage.len(), 15 * format.words());
        assert_eq!(TextureView::new_volume(format, 3, 5, 7).storage.len(), 105 * format.words());
    }
    assert_eq!(TexelFormat::from_format(Format { lanes: 9, ..f32::FORMAT }), format_named("rgba32f"));
    let pixel = ::image::Rgba([1_u8, 2, 3, 255]);
    let seen = format_named("rgba8")
        .unpack([::image::Rgba::words(&[pixel])[0], 0, 0, 0])
        .map(f32::from_bits);
    assert_eq!(seen, [1.0 / 255.0, 2.0 / 255.0, 3.0 / 255.0, 1.0]);
}
