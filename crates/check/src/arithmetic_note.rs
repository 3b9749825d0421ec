//! Effects of other arithmetic: a kernel is run once more in another arithmetic, and both results are compared.

use super::compiled::Checked;
use super::launch::LaunchOptions;
use super::report::Report;
use gristmill_base::element::Scalar;
use gristmill_base::error::Result;
use gristmill_base::finding::{Finding, FindingKind, Witness};
use gristmill_cards::{Arithmetic, FloatFormat, Profile, Rounding};
use gristmill_emulator::rounding::Rounder;
use gristmill_shader::{
    ExpandedKernel, ShortNumbers, Stage, asks_for_halves, draw_finding, find_short_numbers, source_line,
};

/// The least precision that `mediump` allows.
const HALVES: Arithmetic = Arithmetic::with_rounding(FloatFormat::Fp16, Rounding::Nearest);

/// The differences of two results.
#[derive(Default)]
struct ResultDifference {
    values: usize,
    differ: usize,
    /// The place and both values of the largest difference.
    furthest: Option<(String, f32, f32)>,
}

impl Checked {
    /// Adds a note to a report: the effect of the card's arithmetic, or of halves if the text allows them.
    pub(super) fn note_other_numbers(&self, launch: &LaunchOptions, report: &mut Report) -> Result<()> {
        let Some(stage) = self.stages.iter().find(|stage| stage.expanded.stage == Stage::Fragment) else {
            return Ok(());
        };
        let expanded = &stage.expanded;
        let is_refused = report.findings.iter().any(|finding| finding.kind == FindingKind::Refused);
        if launch.arithmetic.is_some() || report.unfinished.is_some() || is_refused {
            return Ok(());
        }
        let sentence = match launch.card {
            Some(card) if self.has_other_numbers(card, expanded) => {
                let plain = self.launch(&launch.with_arithmetic(plain_arithmetic()))?;
                let difference = self.compare_results(&plain, report);
                (difference.differ > 0)
                    .then(|| difference.describe(&format!("on {}", card.title), "in 32 bits", "there"))
            }
            None if asks_for_halves(&expanded.text) => {
                let halves = self.launch(&launch.with_arithmetic(HALVES))?;
                Some(self.describe_halves(report, &halves))
            }
            _ => None,
        };
        if let Some(mend) = sentence {
            self.add_note(launch, expanded, mend, report);
        }
        Ok(())
    }

    /// Says which numbers the types `half` and `fixed` of a kernel in Cg or HLSL were: those of the card, or by default
    /// those of 16 bits.
    pub(super) fn note_short_numbers(&self, launch: &LaunchOptions, report: &mut Report) {
        let fragment = self
            .stages
            .iter()
            .map(|stage| &stage.expanded)
            .find(|expanded| expanded.stage == Stage::Fragment);
        let found = fragment.and_then(|expanded| Some((expanded, find_short_numbers(expanded)?)));
        let Some((expanded, numbers)) = found else { return };
        let Some(card) = launch.card else {
            report.made_up.push("half and fixed of 16 bits".to_string());
            return;
        };
        let have = match numbers {
            ShortNumbers::Floats => "half and fixed are floats",
            ShortNumbers::Halves => "half and fixed have 16 bits",
            ShortNumbers::HalvesAndSteps => "half has 16 bits and fixed 12, from -2 to 2,",
        };
        self.add_note(launch, expanded, format!("numbers: {have} on {}", card.title), report);
    }

    fn add_note(&self, launch: &LaunchOptions, expanded: &ExpandedKernel, mend: String, report: &mut Report) {
        let witness = self.outputs.first().and_then(|output| source_line(expanded, &output.name));
        let witness =
            witness.map(|(file, line, text)| Witness { who: None, did: "is the result".to_string(), file, line, text });
        let finding = Finding {
            kind: FindingKind::Note,
            kernel: self.name.clone(),
            name: "numbers".to_string(),
            place: launch.card.map_or("mediump", |card| card.title).to_string(),
            witnesses: witness.into_iter().collect(),
            mend,
            times: 1,
            cause: String::new(),
        };
        report.drawings.push(draw_finding(&finding, false, expanded));
        report.findings.push(finding);
    }

    /// Returns true if a card computes a kernel in another arithmetic than 32-bit floats.
    fn has_other_numbers(&self, card: &Profile, expanded: &ExpandedKernel) -> bool {
        Rounder::for_arithmetic(card.arithmetic_for(expanded)).is_some()
    }

    fn describe_halves(&self, report: &Report, halves: &Report) -> String {
        let difference = self.compare_results(report, halves);
        let allowed =
            "precision mediump may be halves (GLSL ES 1.00, section 4.5.2), and is calculated in 32 bits here";
        if difference.differ == 0 {
            return format!("numbers: {allowed}; in halves the result is the same");
        }
        let says = difference.describe("in halves", "in 32 bits", "in halves");
        format!("{says}: {allowed}; write precision highp float, or check it with --card webgl-1")
    }

    /// Compares drawn floats: `plain` in 32 bits, `other` in another arithmetic.
    fn compare_results(&self, plain: &Report, other: &Report) -> ResultDifference {
        let mut all = ResultDifference::default();
        for output in self.outputs.iter().filter(|output| output.scalar == Scalar::F32) {
            let (Some(plain), Some(other)) = (plain.output(&output.name), other.output(&output.name)) else { continue };
            for (at, (plain, other)) in plain.iter().zip(other).enumerate() {
                all.add_value(&output.name, at, f32::from_bits(*plain), f32::from_bits(*other));
            }
        }
        all
    }
}

/// Returns the emulator's own arithmetic.
fn plain_arithmetic() -> Arithmetic {
    Arithmetic { denormals: true, ..Arithmetic::with_rounding(FloatFormat::Fp32, Rounding::Nearest) }
}

impl ResultDifference {
    fn add_value(&mut self, name: &str, at: usize, plain: f32, other: f32) {
        self.values += 1;
        if plain == other || plain.is_nan() && other.is_nan() {
            return;
        }
        self.differ += 1;
        let is_further = match &self.furthest {
            Some((_, a, b)) => measure_distance(plain, other) > measure_distance(*a, *b),
            None => true,
        };
        if is_further {
            self.furthest = Some((format!("{name} {}, channel {}", at / 4, at % 4), plain, other));
        }
    }

    /// Describes how many values differ, and the largest difference.
    fn describe(&self, place: &str, before: &str, after: &str) -> String {
        let ResultDifference { values, differ, furthest } = self;
        let Some((name, plain, other)) = furthest else { return String::new() };
        let apart = (f64::from(*plain) - f64::from(*other)).abs() as f32;
        format!(
            "numbers: {place} {differ} of {values} values differ from those of 32 bits, by up to {apart}: \
             {name} is {plain} {before} and {other} {after}"
        )
    }
}

fn measure_distance(a: f32, b: f32) -> f64 {
    (f64::from(a) - f64::from(b)).abs()
}
