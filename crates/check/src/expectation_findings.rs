//! Finds the numbers in which a result differs from an expectation.

use super::expected::{ExpectedNumber, PlannedExpectation};
use super::fill::NumberPlace;
use super::launch_run::LaunchRun;
use super::result_places::decode_texels;
use gristmill_base::finding::{Finding, FindingKind};

/// Most numbers shown.
const MAX_SHOWN: usize = 3;

impl LaunchRun<'_> {
    /// Returns one finding for each expectation that is not met.
    pub(super) fn find_unexpected(&self, outputs: &[(String, Vec<u32>)]) -> Vec<Finding> {
        let found = self.expected.iter().filter_map(|expected| {
            let (_, words) = outputs.iter().find(|(name, _)| *name == expected.output)?;
            let decoded = expected.texel.map(|texel| decode_texels(texel, words));
            let given = decoded.as_deref().unwrap_or(words);
            let tolerance = expected.tolerance;
            let wrong: Vec<&ExpectedNumber> = expected
                .numbers
                .iter()
                .filter(|number| !number.is_allowed(number.result_bits(given), tolerance))
                .collect();
            let first = wrong.first()?;
            let shown = wrong.iter().take(MAX_SHOWN).map(|number| {
                let at = self.expected_place(expected, &number.place).1;
                format!(
                    "{at} is {}, not {}",
                    number.format_bits(number.result_bits(given)),
                    number.format_bits(number.bits)
                )
            });
            let shown: Vec<String> = shown.collect();
            let more = if wrong.len() > MAX_SHOWN { " and so on" } else { "" };
            let mend = format!(
                "{} of {} numbers of {} are not as expected: {}{more}",
                wrong.len(),
                expected.numbers.len(),
                expected.name,
                shown.join("; ")
            );
            Some(self.build_result_finding(FindingKind::Unexpected, self.expected_place(expected, &first.place), mend))
        });
        found.collect()
    }

    /// Returns the variable of a number, and its place.
    fn expected_place(&self, expected: &PlannedExpectation, place: &NumberPlace) -> (String, String) {
        let byte = place.first_byte();
        let place = place.word;
        if let Some(texel) = expected.texel {
            let (name, told) = self.describe_place(&expected.output, place / 4 * texel.word_count().max(1) * 4);
            return (name, format!("{told}{}", [".x", ".y", ".z", ".w"][place % 4]));
        }
        if self
            .plan
            .memories
            .iter()
            .any(|memory| memory.find_view(&expected.output).is_some())
        {
            return self.describe_place(&expected.output, byte);
        }
        (expected.output.clone(), format!("`{}[{place}]`", expected.output))
    }
}
