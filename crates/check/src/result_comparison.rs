//! Compares a result with an expected content, outside of a launch.

use super::budget::Budget;
use super::content::Content;
use super::expected::{ExpectedNumber, convert_numbers, picture_lanes, read_numbers};
use super::fill::NumberPlace;
use super::result_places::ResultPart;
use super::settings::{self, ExpectedContent, GivenNumbers};
use super::shapes::OutputShape;
use super::tolerance::Tolerance;
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};

/// Most numbers shown.
const MAX_SHOWN: usize = 3;
/// Most bytes of an expected content.
const MAX_BYTES: usize = 512 << 20;

/// The content that a result should have.
///
/// ```
/// use gristmill::check::{ExpectedResult, KernelCheck, LaunchOptions};
/// let text = "#version 430 core
/// layout(local_size_x = 4) in;
/// layout(std430) buffer Result { float result[]; };
/// void main() { result[gl_LocalInvocationID.x] = float(gl_LocalInvocationID.x) / 3.0; }";
/// let report = KernelCheck::source("thirds.comp", text).run(&LaunchOptions::new().option("buffer", "Result=zero:4")?)?;
/// let words = report.output("Result").unwrap_or_default();
/// let shape = &report.shapes[0];
/// let near = ExpectedResult::parse("[0, 0.333, 0.667, 1]")?.tolerance("0.001 abs")?;
/// assert_eq!(near.find_difference(shape, "result", words)?, None);
/// let exact = ExpectedResult::from_words(vec![0; 4]);
/// let told = exact.find_difference(shape, "Result", words)?.unwrap_or_default();
/// assert!(told.starts_with("3 of 4 numbers of Result are not as expected: result[1] is 0.33333334, not 0"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedResult {
    source: ExpectedSource,
    tolerance: Option<Tolerance>,
    files: Vec<(String, Vec<u8>)>,
}

#[derive(Debug, Clone, PartialEq)]
enum ExpectedSource {
    /// Numbers, a pattern, a picture or a file.
    Content(ExpectedContent),
    /// The words of another kernel's result.
    Words(Vec<u32>),
}

impl ExpectedResult {
    /// Parses a content as `--expect NAME=` has it: `[1,2,3]`, `0..8`, `FILE.npy`, `FILE.png`, with `~1e-5` or without.
    ///
    /// # Errors
    /// [`Error::Data`] explains the mistake.
    pub fn parse(text: &str) -> Result<ExpectedResult> {
        let expected = settings::parse_expectation(text.trim()).map_err(|why| Error::data(format!("{text}: {why}")))?;
        let settings::Expectation { content, tolerance } = expected;
        Ok(ExpectedResult { source: ExpectedSource::Content(content), tolerance, files: vec![] })
    }

    /// Creates it from the words of the result of another kernel, which has the same layout.
    pub fn from_words(words: Vec<u32>) -> ExpectedResult {
        ExpectedResult { source: ExpectedSource::Words(words), tolerance: None, files: vec![] }
    }

    /// Sets the allowed difference of floats: `1e-5`, `0.1 abs` or `2 ulp`.
    ///
    /// # Errors
    /// [`Error::Data`] explains the mistake.
    pub fn tolerance(self, words: &str) -> Result<ExpectedResult> {
        let tolerance =
            Tolerance::parse_words(words).map_err(|why| Error::data(format!("tolerance {words}: {why}")))?;
        Ok(ExpectedResult { tolerance: Some(tolerance), ..self })
    }

    /// Provides the bytes of a file that it names.
    ///
    /// ```
    /// use gristmill::check::ExpectedResult;
    /// let expected = ExpectedResult::parse("sums.bin")?;
    /// assert_ne!(expected.clone().file("sums.bin", vec![7, 0, 0, 0]), expected);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn file(mut self, name: &str, bytes: Vec<u8>) -> ExpectedResult {
        self.files.push((name.to_string(), bytes));
        self
    }

    /// Returns a sentence about the numbers that are not as expected; `None` if all of them are. The name is that of the
    /// result, or of a member of it.
    ///
    /// # Errors
    /// [`Error::Name`] for a member that the result does not have, [`Error::Data`] for another length or type.
    pub fn find_difference(&self, shape: &OutputShape, name: &str, words: &[u32]) -> Result<Option<String>> {
        let Some(part) = shape.find_part(name) else {
            let known = vec![shape.name().to_string()];
            return Err(Error::Name { kernel: "the case".into(), kind: "result", given: name.to_string(), known });
        };
        let numbers = self.expected_numbers(part, name, words.len())?;
        let words = part.decode_words(words);
        let wrong: Vec<&ExpectedNumber> = numbers
            .iter()
            .filter(|number| !number.is_allowed(number.result_bits(&words), self.tolerance))
            .collect();
        if wrong.is_empty() {
            return Ok(None);
        }
        let shown = wrong.iter().take(MAX_SHOWN).map(|number| {
            let given = number.format_bits(number.result_bits(&words));
            format!("{} is {given}, not {}", part.number_name(&number.place), number.format_bits(number.bits))
        });
        let shown = shown.collect::<Vec<_>>().join("; ");
        let more = if wrong.len() > MAX_SHOWN { " and so on" } else { "" };
        let of = format!("{} of {} numbers of {name}", wrong.len(), numbers.len());
        Ok(Some(format!("{of} are not as expected: {shown}{more}")))
    }

    /// Returns the expected numbers for the places of a result of so many words.
    fn expected_numbers(&self, part: ResultPart, name: &str, words: usize) -> Result<Vec<ExpectedNumber>> {
        let mut places = vec![];
        part.visit_numbers(words, &mut |place| {
            places.push(place);
            true
        });
        let refuse = |why: String| Error::data(format!("what {name} is expected to be: {why}"));
        let content = match &self.source {
            ExpectedSource::Words(own) if own.len() == words => {
                return Ok(read_numbers(&places, &part.decode_words(own)));
            }
            ExpectedSource::Words(own) => {
                return Err(refuse(format!("the reference has {} words, and it has {words}", own.len())));
            }
            ExpectedSource::Content(content) => content,
        };
        let budget = Budget { kernel: name, folder: None, files: &self.files, most: MAX_BYTES };
        let pixels;
        let content = match content {
            ExpectedContent::Numbers(fill) => Content::from_fill(budget, fill)?,
            ExpectedContent::Picture(file) => {
                let Some(size) = part.shape.size() else {
                    return Err(refuse(format!("{} is a picture, and it is a buffer; give numbers", file.name)));
                };
                let scalar = places.first().map_or(Scalar::F32, |place| place.scalar);
                let lanes = usize::from(part.shape.lanes());
                pixels = GivenNumbers::Words(picture_lanes(budget, file, size, lanes, scalar)?);
                Content::Numbers(&pixels)
            }
        };
        if let Content::Raw(raw) = &content
            && part.is_whole()
            && raw.len() == words
        {
            return Ok(read_numbers(&places, &part.decode_words(raw)));
        }
        if content.scalar_count() != places.len() {
            return Err(refuse(format!("found {} numbers, expected {}", content.scalar_count(), places.len())));
        }
        let halves = places.into_iter().flat_map(list_halves).collect();
        convert_numbers(halves, &content).map_err(refuse)
    }
}

/// Returns the places of both words of a 64-bit number, and that of any other one.
fn list_halves(place: NumberPlace) -> Vec<NumberPlace> {
    match place.half {
        Some((number, _)) => NumberPlace::wide_halves(place.word * 4, number).to_vec(),
        None => vec![place],
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BareKernelCheck, LaunchOptions, Report};
    use super::*;

    const PADDED: &str = "#version 450 core
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 2) in;
struct Body { vec3 place; float mass; double energy; };
layout(std430) buffer Bodies { uint count; Body bodies[]; };
void main() {
    uint i = gl_LocalInvocationID.x;
    if (i == 0u) count = 2u;
    bodies[i] = Body(vec3(i, 1.0, 2.0), 0.5, 0.1LF);
}";

    /// Two bodies and the numbers of a third, which lacks the padding at its end.
    fn run_padded() -> Report {
        let launch = LaunchOptions::new().option("buffer", "bodies=zero:15").unwrap();
        BareKernelCheck::source("bodies.comp", PADDED).run(&launch).unwrap()
    }

    fn find_difference(report: &Report, name: &str, expected: &ExpectedResult) -> Option<String> {
        let words = report.output("Bodies").unwrap();
        expected.find_difference(&report.shapes[0], name, words).unwrap()
    }

    #[test]
    fn padded_and_wide_numbers_are_compared() {
        let report = run_padded();
        let right = ExpectedResult::parse("[2, 0,1,2,0.5,0.1, 1,1,2,0.5,0.1, 0,0,0,0,0]").unwrap();
        assert_eq!(find_difference(&report, "Bodies", &right), None);
        let wrong = ExpectedResult::parse("[2, 0,1,2,0.5,0.1, 1,1,2,0.5,0.2, 0,0,0,0,0]").unwrap();
        let told = find_difference(&report, "Bodies", &wrong).unwrap();
        assert_eq!(told, "1 of 16 numbers of Bodies are not as expected: bodies[1].energy is 0.1, not 0.2");
        assert_eq!(find_difference(&report, "bodies[1].energy", &ExpectedResult::parse("[0.1]").unwrap()), None);
    }

    #[test]
    fn padding_of_raw_words_is_not_compared() {
        let report = run_padded();
        let mut words = report.output("Bodies").unwrap().to_vec();
        words[1] = 99; // between the count and the first body
        assert_eq!(find_difference(&report, "Bodies", &ExpectedResult::from_words(words.clone())), None);
        words[4] = 99;
        assert!(
            find_difference(&report, "Bodies", &ExpectedResult::from_words(words))
                .unwrap()
                .contains("bodies[0].place.x is 0")
        );
        let bytes: Vec<u8> = report
            .output("Bodies")
            .unwrap()
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let file = ExpectedResult::parse("b.bin").unwrap().file("b.bin", bytes.clone());
        assert_eq!(find_difference(&report, "Bodies", &file), None);
        let options = LaunchOptions::new()
            .option("buffer", "bodies=zero:15")
            .unwrap()
            .file("b.bin", bytes);
        let launch = options.option("expect", "Bodies=b.bin ~1 ulp").unwrap();
        let again = BareKernelCheck::source("bodies.comp", PADDED).run(&launch).unwrap();
        assert!(again.is_right(), "{:?}", again.drawings);
    }
}
