//! Whole shaders: those of the cases, a pair of stages, cards, and what recognises a shader.

use super::run_shader;
use gristmill::Profile;
use gristmill::check::{KernelCheck, LaunchOptions, Texels};

const SAXPY_2: &str = include_str!("../../cases/mission/saxpy.ps");
const SAXPY_3: &str = include_str!("../../cases/mission/saxpy3.ps");

#[test]
fn sums_of_products_are_right() {
    let words = |numbers: [f32; 8]| numbers.map(f32::to_bits).to_vec();
    let (x, y) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0]);
    for text in [SAXPY_2, SAXPY_3] {
        let launch = LaunchOptions::new().size([4, 2]).option("uniform", "c0=2,0,0,0").unwrap();
        let launch = launch
            .texture("s0", Texels::new("r32f", [4, 2, 1], words(x)))
            .texture("s1", Texels::new("r32f", [4, 2, 1], words(y)));
        let red: Vec<f32> = run_shader(text, &launch, "oC0").iter().map(|lanes| lanes[0]).collect();
        assert_eq!(red, [12.0, 24.0, 36.0, 48.0, 60.0, 72.0, 84.0, 96.0]);
    }
}

#[test]
fn a_vertex_shader_goes_before_a_pixel_shader() {
    let vertex = "vs_1_1
dcl_position v0
def c0, 1, 0.5, 2, 0.25
mov oPos, v0
mov oD0, c0
mov oT1, c0.wzyx
";
    let pixel = "ps_2_0\ndcl v0\ndcl t1\nadd r0, v0, t1\nmov oC0, r0\n";
    let bits = |numbers: [f32; 12]| numbers.map(f32::to_bits).to_vec();
    let corners = bits([-1.0, -1.0, 0.0, 1.0, 3.0, -1.0, 0.0, 1.0, -1.0, 3.0, 0.0, 1.0]);
    let launch = LaunchOptions::new().size([2, 1]).vertices(3).buffer("v0", corners);
    let report = KernelCheck::source("pair.psh", pixel).vertex(vertex).run(&launch).unwrap();
    let lanes: Vec<f32> = report.output("oC0").unwrap().iter().map(|bits| f32::from_bits(*bits)).collect();
    // A colour is at most 1.
    assert_eq!(lanes[..4], [1.25, 2.5, 1.5, 1.25]);
}

#[test]
fn a_shader_is_known_by_its_first_word() {
    for text in [
        "ps_2_0\nmov oC0, c0\n",
        "; a comment\r\n// another\r\n\r\n  PS.2.0\r\nMOV oC0, C0 ; done\r\n",
        "/* three\nlines */ ps_2_0 mov oC0, c0",
        "\u{feff}ps_2_0\nmov oC0, c[0]",
    ] {
        let got = run_shader(text, &LaunchOptions::new().size([1, 1]).option("uniform", "c0=1,2,3,4").unwrap(), "oC0");
        assert_eq!(got, [[1.0, 2.0, 3.0, 4.0]], "{text}");
    }
    let error = |name: &str, text: &str| KernelCheck::source(name, text).compile().unwrap_err().to_string();
    assert!(error("a.psh", "vs_1_1\n").contains("this is a vertex program, given for a fragment kernel"));
    assert!(error("a.vsh", "ps_1_1\n").contains("this is a fragment program, given for a vertex kernel"));
    assert!(error("a.psh", "ps_2_sw\n").contains("versions of software have no limits"));
    assert!(error("a.psh", "ps_4_0\n").contains("ps_3_0, found 'ps_4_0'"));
}

/// The cards that run each version, as their makers said.
#[test]
fn cards_run_their_versions() {
    let shader = |version: &str| match version {
        "ps_1_1" | "ps_1_4" => format!("{version}\nmov r0, c0\n"),
        _ => format!("{version}\nmov oC0, c0\n"),
    };
    let cards = ["radeon-9700", "radeon-x800", "radeon-x1800", "geforce-fx-5900", "geforce-6800"];
    for (version, runs) in [
        ("ps_1_1", [true; 5]),
        ("ps_1_4", [true; 5]),
        ("ps_2_0", [true; 5]),
        ("ps_2_b", [false, true, true, false, true]),
        ("ps_2_a", [false, false, true, true, true]),
        ("ps_3_0", [false, false, true, false, true]),
    ] {
        let kernel = KernelCheck::source("shader.psh", shader(version)).flat().unwrap();
        for (card, runs) in cards.iter().zip(runs) {
            let fit = kernel.fit(Profile::named(card).unwrap());
            assert_eq!(
                fit.refusals().all(|refusal| refusal.thing != version),
                runs,
                "{version} on {card}: {}",
                fit.verdict()
            );
        }
    }
    let textured =
        "vs_3_0\ndcl_position o0\ndcl_2d s0\ndef c0, 0, 0, 0, 0\nmov r0, c0\ntexldl r0, r0, s0\nmov o0, r0\n";
    let kernel = KernelCheck::source("shader.vsh", textured).flat().unwrap();
    let fit = |card: &str| kernel.fit(Profile::named(card).unwrap()).verdict();
    assert_eq!(fit("geforce-6800"), "fits");
    // Both are of model 3, and one reads no textures for vertices.
    assert_eq!(fit("radeon-x1800"), "refused: vertex textures");
}
