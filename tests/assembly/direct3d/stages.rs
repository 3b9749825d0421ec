//! Texture instructions of all versions, on small textures, against plain evaluations.

use super::{Vector, run_shader};
use gristmill::check::{LaunchOptions, Texels};

/// The texels of both textures: four in a row.
const FIRST: [Vector; 4] =
    [[0.125, 0.5, 0.25, 0.875], [0.375, 0.5, 0.5, 0.625], [0.625, 0.5, 0.75, 0.375], [0.875, 0.5, 1.0, 0.125]];
const SECOND: [Vector; 4] = [[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.5], [0.0, 0.0, 1.0, 0.25], [1.0, 1.0, 0.0, 0.0]];

fn launch(samplers: &[&str]) -> LaunchOptions {
    let words = |texels: &[Vector; 4]| texels.iter().flatten().map(|lane| lane.to_bits()).collect::<Vec<u32>>();
    let textures = [words(&FIRST), words(&SECOND)];
    let mut launch = LaunchOptions::new().size([4, 1]);
    for (name, words) in samplers.iter().zip(textures) {
        launch = launch.texture(name, Texels::new("rgba32f", [4, 1, 1], words));
    }
    launch
}

/// The texel of a row at a coordinate.
fn texel(row: &[Vector; 4], u: f32) -> Vector {
    row[((u * 4.0).floor().max(0.0) as usize).min(3)]
}

/// The coordinate of an element.
fn place(element: usize) -> f32 {
    (element as f32 + 0.5) / 4.0
}

#[test]
fn textures_are_read_at_their_own_coordinates() {
    for text in [
        "ps_1_1\ntex t0\nmov r0, t0\n",
        "ps_1_4\ntexld r0, t0\nmov r0, r0\n",
        "ps_2_0\ndcl t0\ndcl_2d s0\ntexld r0, t0, s0\nmov oC0, r0\n",
        "ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\ntexld oC0, v0, s0\n",
        "ps_2_x\ndcl t0\ndcl_2d s0\ntexldp r0, t0, s0\nmov oC0, r0\n",
        "ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\nmov r0, v0\nmov r0.w, v0.z\ntexldl oC0, r0, s0\n",
        "ps_2_a\ndcl t0\ndcl_2d s0\nmov r0, t0\nmov r0.w, t0.z\ntexldb r0, r0, s0\nmov oC0, r0\n",
        "ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\ntexldd oC0, v0, s0, v0.z, v0.z\n",
    ] {
        let output = if text.contains("ps_1") { "r0" } else { "oC0" };
        assert_eq!(run_shader(text, &launch(&["s0"]), output), FIRST, "{text}");
    }
    let swizzled = "ps_3_0\ndcl_texcoord0 v0\ndcl_2d s0\ntexld oC0.xyz, v0, s0.wzyx\nmov oC0.w, v0.w\n";
    let wanted = FIRST.map(|[_, y, z, w]| [w, z, y, 1.0]);
    assert_eq!(run_shader(swizzled, &launch(&["s0"]), "oC0"), wanted);
}

#[test]
fn a_texture_says_where_another_is_read() {
    for (name, u) in [("texreg2ar", 3), ("texreg2gb", 1)] {
        let text = format!("ps_1_1\ntex t0\n{name} t1, t0\nmov r0, t1\n");
        let wanted = FIRST.map(|first| texel(&SECOND, first[u]));
        assert_eq!(run_shader(&text, &launch(&["s0", "s1"]), "r0"), wanted, "{name}");
    }
    let rgb = "ps_1_2\ntex t0\ntexreg2rgb t1, t0\nmov r0, t1\n";
    assert_eq!(run_shader(rgb, &launch(&["s0", "s1"]), "r0"), FIRST.map(|first| texel(&SECOND, first[0])));
    let dependent = "ps_1_4\ntexld r0, t0\nmov r1.rgb, 1-r0\nphase\ntexld r1, r1\nmov r0, r1\n";
    assert_eq!(run_shader(dependent, &launch(&["s0", "s1"]), "r0"), FIRST.map(|first| texel(&SECOND, 1.0 - first[0])));
}

#[test]
fn coordinates_become_colours() {
    let wanted = [0, 1, 2, 3].map(|element| [place(element), 0.5, 0.0, 1.0]);
    assert_eq!(run_shader("ps_1_1\ntexcoord t0\nmov r0, t0\n", &launch(&[]), "r0"), wanted);
    let copied = "ps_1_4\ndef c0, 0, 0, 0, 1\ntexcrd r0.rgb, t0.xyw\nmov r0.a, c0\n";
    let wanted = [0, 1, 2, 3].map(|element| [place(element), 0.5, 1.0, 1.0]);
    assert_eq!(run_shader(copied, &launch(&[]), "r0"), wanted);
    let divided = "ps_1_4\ndef c0, 0, 0, 0.25, 1\ntexcrd r0.rg, t0_dw.xyw\nmov r0.b, c0\n+ mov r0.a, c0\n";
    let wanted = [0, 1, 2, 3].map(|element| [place(element), 0.5, 0.25, 1.0]);
    assert_eq!(run_shader(divided, &launch(&[]), "r0"), wanted);
}

#[test]
fn a_division_by_zero_is_one() {
    let text = "ps_1_4\ntexld r0, t0\ntexcrd r1.rgb, t1\nphase\ntexld r0, r1_dz\nmov r0, r0\n";
    // The third coordinate is 0, so that both quotients are 1: the last texel.
    assert_eq!(run_shader(text, &launch(&["s0"]), "r0"), [FIRST[3]; 4]);
}

#[test]
fn places_are_moved_by_a_matrix() {
    let launch = launch(&["s0", "s1"]).option("uniform", "bumpenvmat1=0.5,0,0.25,0").unwrap();
    let text = "ps_1_1\ntex t0\ntexbem t1, t0\nmov r0, t1\n";
    let moved = |element: usize| place(element) + 0.5 * FIRST[element][0] + 0.25 * FIRST[element][1];
    let wanted = [0, 1, 2, 3].map(|element| texel(&SECOND, moved(element)));
    assert_eq!(run_shader(text, &launch, "r0"), wanted);
    let launch = launch.option("uniform", "bumpenvl1=0.5,0.125,0,0").unwrap();
    let scaled = [0, 1, 2, 3].map(|element| {
        let factor = FIRST[element][2] * 0.5 + 0.125;
        wanted[element].map(|lane| lane * factor)
    });
    assert_eq!(run_shader(&text.replace("texbem", "texbeml"), &launch, "r0"), scaled);
}

#[test]
fn rows_of_matrices_are_multiplied() {
    // A coordinate is (place, 0.5, 0, 1), each stage the same.
    let dot = |element: usize| place(element) * FIRST[element][0] + 0.5 * FIRST[element][1];
    let text = "ps_1_1\ntex t0\ntexm3x2pad t1, t0\ntexm3x2tex t2, t0\nmov r0, t2\n";
    let wanted = [0, 1, 2, 3].map(|element| texel(&SECOND, dot(element)));
    assert_eq!(run_shader(text, &launch(&["s0", "s2"]), "r0"), wanted);
    let text = "ps_1_2\ntex t0\ntexdp3 t1, t0\nmov r0, t1\n";
    assert_eq!(run_shader(text, &launch(&["s0"]), "r0"), [0, 1, 2, 3].map(|element| [dot(element); 4]));
    let text = "ps_1_2\ntex t0\ntexdp3tex t1, t0\nmov r0, t1\n";
    assert_eq!(run_shader(text, &launch(&["s0", "s1"]), "r0"), wanted);
    let text = "ps_1_3\ntex t0\ntexm3x3pad t1, t0\ntexm3x3pad t2, t0\ntexm3x3 t3, t0\nmov r0, t3\n";
    let product = [0, 1, 2, 3].map(|element| [dot(element), dot(element), dot(element), 1.0]);
    assert_eq!(run_shader(text, &launch(&["s0"]), "r0"), product);
    let signed = "ps_1_2\ntex t0\ntexdp3 t1, t0_bx2\nmov r0, t1\n";
    let wanted = [0, 1, 2, 3].map(|element| {
        let twice = FIRST[element].map(|lane| 2.0 * (lane - 0.5));
        [place(element) * twice[0] + 0.5 * twice[1]; 4]
    });
    assert_eq!(run_shader(signed, &launch(&["s0"]), "r0"), wanted);
}

#[test]
fn fragments_end_below_zero() {
    for text in [
        "ps_2_0\ndcl t0\ndef c0, 0.5, 0, 0, 0\ndef c1, 1, 1, 1, 1\nmov r0, t0\nsub r0, r0, c0\ntexkill r0\nmov r1, c1\nmov oC0, r1\n",
        "ps_1_4\ndef c0, 0.5, 0, 0, 0\ndef c1, 1, 1, 1, 1\ntexcrd r0.rgb, t0\nsub r0.rgb, r0, c0\nphase\ntexkill r0\nmov r0, c1\n",
    ] {
        let output = if text.contains("ps_1") { "r0" } else { "oC0" };
        let launch = launch(&[]).drawn_over(output, vec![7.0_f32.to_bits(); 16]);
        let got = run_shader(text, &launch, output);
        assert_eq!(got, [[7.0; 4], [7.0; 4], [1.0; 4], [1.0; 4]], "{text}");
    }
}
