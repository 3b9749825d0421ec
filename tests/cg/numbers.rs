//! The numbers of `half` and `fixed`: those of the card that is played.

use super::{Vector, half};
use gristmill::check::{KernelCheck, LaunchOptions, Report};
use gristmill::{Device, Era, KernelSource, Profile};

/// The inputs: sums and products of them leave the range of `fixed`, and need more bits than it has.
const A: Vector = [0.1, -0.7, 1.3, 1.9];
const B: Vector = [0.3, 0.6, -1.7, 1.9];

/// The nearest of the numbers that 12 bits have, by the words of NV_fragment_program, section 3.11.4.2.
fn round_to_fixed(x: f64) -> f64 {
    ((x * 1024.0).round_ties_even() / 1024.0).clamp(-2.0, 2047.0 / 1024.0)
}

fn kernel_text(kind: &str) -> String {
    format!(
        "float4 main(uniform float4 a, uniform float4 b) : COLOR {{\n    {kind}4 x = a;\n    {kind}4 y = b;\n    \
         {kind}4 z = x * y;\n    z = z + x;\n    return z;\n}}\n"
    )
}

fn launch_on(card: Option<&str>) -> LaunchOptions {
    let bits = |vector: Vector| vector.map(f32::to_bits).to_vec();
    let launch = LaunchOptions::new().size([1, 1]).uniform("a", bits(A)).uniform("b", bits(B));
    card.map_or(launch.clone(), |card| launch.card(Profile::named(card).unwrap()))
}

fn run_on(card: Option<&str>, text: &str) -> Report {
    KernelCheck::source("k.cg", text).run(&launch_on(card)).unwrap()
}

fn output_lanes(report: &Report) -> Vec<f64> {
    let words = report.output("COLOR0").unwrap();
    words.iter().map(|word| f64::from(f32::from_bits(*word))).collect()
}

/// Returns a * b + a, each result rounded.
fn evaluate_kernel(round: fn(f64) -> f64) -> Vec<f64> {
    let pairs = A.iter().zip(B).map(|(a, b)| (round((*a).into()), round(b.into())));
    pairs.map(|(x, y)| round(round(x * y) + x)).collect()
}

/// Rounds a number as the card does.
type Rounding = fn(f64) -> f64;

#[test]
fn short_types_have_the_numbers_of_the_card() {
    let cases: [(Option<&str>, &str, Rounding); 6] = [
        (None, "half", half),
        (None, "fixed", half),
        (Some("geforce-fx-5900"), "half", half),
        (Some("geforce-fx-5900"), "fixed", round_to_fixed),
        (Some("geforce-6800"), "half", half),
        (Some("geforce-6800"), "fixed", half),
    ];
    for (card, kind, round) in cases {
        assert_eq!(output_lanes(&run_on(card, &kernel_text(kind))), evaluate_kernel(round), "{kind} on {card:?}");
    }
    // A Radeon 9700 has one arithmetic.
    let floats = output_lanes(&run_on(Some("radeon-9700"), &kernel_text("float")));
    for kind in ["half", "fixed"] {
        assert_eq!(output_lanes(&run_on(Some("radeon-9700"), &kernel_text(kind))), floats, "{kind}");
    }
}

#[test]
fn a_report_says_which_numbers_short_types_had() {
    assert!(
        run_on(None, &kernel_text("half"))
            .made_up
            .contains(&"half and fixed of 16 bits".to_string())
    );
    assert!(
        !run_on(None, &kernel_text("float"))
            .made_up
            .iter()
            .any(|taken| taken.contains("half"))
    );
    for (card, wanted) in [
        ("geforce-fx-5900", "half has 16 bits and fixed 12, from -2 to 2, on NVIDIA GeForce FX 5900 Ultra"),
        ("geforce-6800", "half and fixed have 16 bits on NVIDIA GeForce 6800 Ultra"),
        ("radeon-9700", "half and fixed are floats on ATI Radeon 9700 Pro"),
    ] {
        let says = |kind: &str| -> bool {
            let report = run_on(Some(card), &kernel_text(kind));
            assert!(report.is_right(), "{}", report.verdict());
            report
                .findings
                .iter()
                .any(|finding| finding.mend == format!("numbers: {wanted}"))
        };
        assert!(says("half") && says("fixed") && !says("float"), "{card}");
    }
}

#[test]
fn a_device_that_plays_a_card_has_its_numbers() {
    for (card, round) in [("geforce-fx-5900", round_to_fixed as Rounding), ("geforce-6800", half)] {
        let card = Profile::named(card).unwrap();
        let device = Device::emulator(Era::Fragment).unwrap().with_card(card).unwrap();
        let device = device.with_rectangles(true);
        let mut result = device.empty::<[f32; 4]>(1).unwrap();
        let kernel = device
            .kernel(&KernelSource::new("k").fragment_cg(kernel_text("fixed"), None))
            .unwrap();
        kernel
            .call()
            .uniform("a", A)
            .uniform("b", B)
            .output("COLOR0", &mut result)
            .run()
            .unwrap();
        assert_eq!(result.read().unwrap()[0].map(f64::from).to_vec(), evaluate_kernel(round), "{}", card.name);
    }
}

#[test]
fn to_round_costs_no_instruction() {
    for card in ["radeon-9700", "geforce-fx-5900", "geforce-6800"] {
        let count = |kind: &str| {
            let fit = KernelCheck::source("k.cg", kernel_text(kind))
                .flat()
                .unwrap()
                .fit(Profile::named(card).unwrap());
            assert!(fit.is_taken(), "{kind} on {card}");
            fit.demands
                .iter()
                .map(|demand| (demand.thing, demand.given))
                .collect::<Vec<_>>()
        };
        assert_eq!(count("half"), count("float"), "{card}");
        assert_eq!(count("fixed"), count("float"), "{card}");
    }
}
