//! The numbers of a card: `_pp` rounds results to 16 bits where the card has them, and the registers of the first
//! versions have a range.

use super::run_shader;
use gristmill::Profile;
use gristmill::check::{KernelCheck, LaunchOptions};
use gristmill::finding::FindingKind;

/// A number with 21 bits of mantissa, the nearest half, and what a card with fp24 keeps of it.
const LONG: f32 = 1.0 + 1.0 / 4096.0 + 1.0 / 1_048_576.0;
const HALF: f32 = 1.0;
const CUT: f32 = 1.0 + 1.0 / 4096.0;

fn launch_on(card: Option<&str>) -> LaunchOptions {
    let launch = LaunchOptions::new()
        .size([1, 1])
        .uniform("c0", [LONG; 4].map(f32::to_bits).to_vec());
    match card {
        Some(card) => launch.card(Profile::named(card).unwrap()),
        None => launch,
    }
}

/// The exponent of `pow` and of the other operands is 1, so that each result is the number itself.
const INSTRUCTIONS: [&str; 8] = [
    "mov_pp r0, r1",
    "mul_pp r0, r1, r2",
    "mad_pp r0, r1, r2, r3",
    "add_pp r0, r1, r3",
    "max_pp r0, r1, r3",
    "cmp_pp r0, r2, r1, r3",
    "dp2add_pp r0, r1, r4, r3.x",
    "lrp_pp r0, r2, r1, r3",
];

#[test]
fn partial_precision_is_that_of_the_card() {
    for version in ["ps_2_0", "ps_3_0"] {
        for instruction in INSTRUCTIONS {
            let text = format!(
                "{version}\ndef c1, 1, 1, 1, 1\ndef c2, 0, 0, 0, 0\ndef c3, 1, 0, 0, 0\nmov r1, c0\nmov r2, c1\nmov r3, c2\n\
                 mov r4, c3\n{instruction}\nmov oC0, r0\n"
            );
            let whole = text.replace("_pp", "");
            let run = |text: &str, card: Option<&str>| run_shader(text, &launch_on(card), "oC0")[0];
            assert_eq!(run(&text, None), [LONG; 4], "{text}");
            assert_eq!(run(&whole, Some("geforce-6800")), [LONG; 4], "{whole}");
            assert_eq!(run(&text, Some("geforce-6800")), [HALF; 4], "{text}");
            if version == "ps_2_0" {
                assert_eq!(run(&text, Some("geforce-fx-5900")), [HALF; 4], "{text}");
                assert_eq!(run(&text, Some("radeon-9700")), [CUT; 4], "{text}");
            }
        }
    }
}

#[test]
fn an_input_of_partial_precision_is_rounded_when_it_is_read() {
    // The second pixel of 3 is at a half of the coordinates, the first at a sixth.
    for (version, declared, read) in
        [("ps_2_0", "dcl_pp t0", "t0"), ("ps_3_0", "dcl_texcoord_pp v0", "v0"), ("ps_3_0", "dcl_texcoord v0", "v0")]
    {
        let text = format!("{version}\n{declared}\nmov r0, {read}\nmov oC0, r0\n");
        let card = Profile::named("geforce-6800").unwrap();
        let got = run_shader(&text, &LaunchOptions::new().size([3, 1]).card(card), "oC0")[0][0];
        let wanted = if declared.contains("_pp") { 0.166_625_98 } else { 1.0 / 6.0 };
        assert!((got - wanted).abs() < 1e-7, "{got}, wanted {wanted}\n{text}");
    }
}

fn find_ranges(text: &str, value: f32) -> Vec<String> {
    let launch = LaunchOptions::new()
        .size([1, 1])
        .uniform("c0", [value; 4].map(f32::to_bits).to_vec());
    let report = KernelCheck::source("range.psh", text).run(&launch).unwrap();
    let undefined = report.findings.iter().filter(|finding| finding.kind == FindingKind::Undefined);
    undefined.map(ToString::to_string).collect()
}

#[test]
fn a_result_beyond_the_range_of_the_first_versions_is_a_finding() {
    // In each the sum is twice the constant.
    let sums = "add r0, c0, c0\nmul_d2 r0, r0, c1\n";
    let before = "def c1, 1, 1, 1, 1\n";
    for (version, value, is_found) in [
        ("ps_1_1", 0.5, false),
        ("ps_1_1", 0.75, true),
        ("ps_1_3", -0.75, true),
        ("ps_1_4", 0.5, false),
        ("ps_1_4", 0.75, true),
        ("ps_2_0", 0.75, false),
    ] {
        let text = match version {
            "ps_2_0" => format!("{version}\n{before}add r0, c0, c0\nmov oC0, r0\n"),
            _ => format!("{version}\n{before}{sums}"),
        };
        let found = find_ranges(&text, value);
        assert_eq!(!found.is_empty(), is_found, "{found:?}\n{text}");
        assert!(found.iter().all(|sentence| sentence.contains("PixelShader1xMaxValue")), "{found:?}");
    }
    // What is clamped at once, and what no result depends on, is right.
    assert_eq!(find_ranges("ps_1_1\nadd_sat r0, c0, c0\n", 0.75), [""; 0]);
    assert_eq!(find_ranges("ps_1_1\nadd r1, c0, c0\nmov r0, c0\n", 0.75), [""; 0]);
    let products = "ps_1_4\nmul_x8 r0, c0, c0\nadd_x2 r0, r0, r0\nmul_d8 r0, r0, c0\n";
    assert!(!find_ranges(products, 1.0).is_empty());
}

/// Sums, products and what is copied: each twice 0.75 at most, with its number on a card of floats.
const BEYOND: [(&str, f32); 8] = [
    ("add r0, c0, c0", 1.5),
    ("mov r1, c0\nsub r0, -r1, c0", -1.5),
    ("mul_x4 r0, c0, c0", 2.25),
    ("mad r0, c0, c0, c0", 1.3125),
    ("dp3 r0, c0, c0", 1.6875),
    ("lrp_x2 r0, c0, c0, c0", 1.5),
    ("mov_x2 r0, c0", 1.5),
    ("add_x4 r0, c0, c0", 6.0),
];

#[test]
fn a_card_cuts_results_to_the_range_of_its_registers() {
    for (instruction, whole) in BEYOND {
        for (version, card, most) in [
            ("ps_1_1", None, f32::INFINITY),
            ("ps_1_1", Some("ps-2-0"), 1.0),
            ("ps_1_4", Some("ps-3-0"), 1.0),
            ("ps_1_3", Some("geforce-fx-5900"), 2.0),
            ("ps_1_4", Some("geforce-fx-5900"), f32::INFINITY),
            ("ps_1_1", Some("radeon-9700"), f32::INFINITY),
        ] {
            let launch = |card: Option<&str>| {
                let launch = LaunchOptions::new()
                    .size([1, 1])
                    .uniform("c0", [0.75; 4].map(f32::to_bits).to_vec());
                card.map_or(launch.clone(), |card| launch.card(Profile::named(card).unwrap()))
            };
            // The copy reads what the register holds.
            let negative = if version == "ps_1_4" { "mov r1, -r0" } else { "mov r1, 1-r0" };
            let wanted = whole.clamp(-most, most);
            let negated = if version == "ps_1_4" { -wanted } else { 1.0 - wanted };
            for (text, wanted) in [
                (format!("{version}\n{instruction}\n"), wanted),
                (format!("{version}\n{instruction}\n{negative}\nmov r0, r1\n"), negated.clamp(-most, most)),
            ] {
                let report = KernelCheck::source("range.psh", text.clone()).run(&launch(card)).unwrap();
                let words = report.output("r0").unwrap();
                assert_eq!(f32::from_bits(words[0]), wanted, "{card:?}\n{text}");
                // Where the next register cuts to the same number, it is a note.
                let is_found = report.findings.iter().any(|one| one.name == "range");
                assert!(is_found, "{card:?} {:?}\n{text}", report.findings);
            }
        }
    }
    // What lies within the range is what it was, and later versions have floats.
    for (text, output) in
        [("ps_1_1\nmul_x2 r0, c0, c0\n", "r0"), ("ps_2_0\nadd r0, c0, c0\nmul r0, r0, c0\nmov oC0, r0\n", "oC0")]
    {
        let launch = LaunchOptions::new()
            .size([1, 1])
            .uniform("c0", [0.5; 4].map(f32::to_bits).to_vec())
            .card(Profile::named("ps-2-0").unwrap());
        let report = KernelCheck::source("range.psh", text).run(&launch).unwrap();
        let is_found = report.findings.iter().any(|one| one.name == "range");
        assert_eq!((report.output(output).unwrap()[0], is_found), (0.5_f32.to_bits(), false), "{text}");
    }
}
