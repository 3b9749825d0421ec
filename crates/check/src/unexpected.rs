//! Finds the numbers in which a result differs from an expectation.

use super::expected::{ExpectedNumber, PlannedExpectation};
use super::fill::Place;
use super::running::LaunchRun;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::Texel;

/// Most numbers shown.
const SHOWN: usize = 3;

impl LaunchRun<'_> {
    /// Returns one finding for each expectation that is not met.
    pub(super) fn unexpected(&self, outputs: &[(String, Vec<u32>)]) -> Vec<Finding> {
        let found = self.expected.iter().filter_map(|expected| {
            let (_, words) = outputs.iter().find(|(name, _)| *name == expected.output)?;
            let decoded = expected.texel.map(|texel| lanes(texel, words));
            let given = decoded.as_deref().unwrap_or(words);
            let tolerance = expected.tolerance;
            let wrong: Vec<&ExpectedNumber> = expected
                .numbers
                .iter()
                .filter(|number| !number.allows(number.found(given), tolerance))
                .collect();
            let first = wrong.first()?;
            let (name, place) = self.expected_place(expected, &first.place);
            let shown = wrong.iter().take(SHOWN).map(|number| {
                let at = self.expected_place(expected, &number.place).1;
                format!("{at} is {}, not {}", number.shown(number.found(given)), number.shown(number.bits))
            });
            let shown: Vec<String> = shown.collect();
            let more = if wrong.len() > SHOWN { " and so on" } else { "" };
            let mend = format!(
                "{} of {} numbers of {} are not as expected: {}{more}",
                wrong.len(),
                expected.numbers.len(),
                expected.name,
                shown.join("; ")
            );
            let kernel = self.checked.name.clone();
            Some(Finding {
                kind: FindingKind::Unexpected,
                kernel,
                name,
                place,
                witnesses: vec![],
                mend,
                times: 1,
                cause: String::new(),
            })
        });
        found.collect()
    }

    /// Returns the variable of a number, and its place.
    fn expected_place(&self, expected: &PlannedExpectation, place: &Place) -> (String, String) {
        let byte = place.byte();
        let place = place.word;
        if let Some(texel) = expected.texel {
            let (name, told) = self.named(&expected.output, place / 4 * texel.words().max(1) * 4);
            return (name, format!("{told}{}", [".x", ".y", ".z", ".w"][place % 4]));
        }
        if self.plan.memories.iter().any(|memory| memory.view(&expected.output).is_some()) {
            return self.named(&expected.output, byte);
        }
        (expected.output.clone(), format!("`{}[{place}]`", expected.output))
    }
}

/// Returns the four channels of every texel.
fn lanes(texel: Texel, words: &[u32]) -> Vec<u32> {
    let storage = Storage::of(words);
    let each = texel.words().max(1);
    (0..words.len())
        .step_by(each)
        .flat_map(|word| texel.read(&storage, word))
        .collect()
}
