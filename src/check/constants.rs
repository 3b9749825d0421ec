//! Specialisation constants: what a launch says stands in the place of their defaults, before the kernel is lowered.

use super::budget::Budget;
use super::checked::Checked;
use super::content::Content;
use super::settings::RunSetting;
use crate::data::element::Scalar;
use crate::data::error::{Error, Result};
use crate::emulator::lowered::LoweredStage;
use std::collections::HashMap;

/// Words before the first instruction of a module.
const HEADER: usize = 5;

/// A constant that a host may set.
#[derive(Debug, PartialEq)]
struct SpecialConstant {
    /// Its own name, empty for the size of a work group.
    name: String,
    /// The number behind `constant_id` or `local_size_x_id`.
    number: Option<u32>,
    /// What it is; none for a `bool`.
    scalar: Option<Scalar>,
    /// The first word of its instruction.
    at: usize,
}

impl SpecialConstant {
    fn is_called(&self, name: &str) -> bool {
        self.name == name && !name.is_empty() || self.number.is_some_and(|number| number.to_string() == name)
    }

    fn shown(&self) -> String {
        match self.number {
            Some(number) if self.name.is_empty() => number.to_string(),
            _ => self.name.clone(),
        }
    }
}

impl Checked {
    /// The kernel with the constants that settings give it; none if they give it none.
    ///
    /// # Errors
    /// [`Error::Name`] for a constant that no stage has, [`Error::Call`] for a number that is not of its type.
    pub(super) fn specialised(&self, budget: Budget, settings: &[RunSetting]) -> Result<Option<Checked>> {
        let given: Vec<_> = settings
            .iter()
            .filter_map(|setting| match setting {
                RunSetting::Constant(name, fill) => Some((name, fill)),
                _ => None,
            })
            .collect();
        if given.is_empty() {
            return Ok(None);
        }
        let mut modules: Vec<Vec<u32>> = self.stages.iter().map(|stage| stage.spirv.clone()).collect();
        for (name, fill) in given {
            let content = Content::of(budget, fill)?;
            if content.count() != 1 {
                return Err(self.call(format!("the constant {name} takes 1 number, {} are given", content.count())));
            }
            let mut known = vec![];
            let mut set = false;
            for words in &mut modules {
                for constant in constants(words) {
                    if constant.is_called(name) {
                        let word = content.word(0, constant.scalar.unwrap_or(Scalar::U32));
                        let word = word
                            .map_err(|why| self.call(format!("the constant {name}: {why}")))?
                            .unwrap_or(0);
                        put(words, &constant, word);
                        set = true;
                    }
                    known.push(constant.shown());
                }
            }
            if !set {
                let kind = "specialisation constant";
                return Err(Error::Name { kernel: self.name.clone(), kind, given: name.clone(), known });
            }
        }
        let stages = self.stages.iter().zip(modules);
        Ok(Some(Checked {
            name: self.name.clone(),
            stages: stages
                .map(|(stage, words)| LoweredStage::new(stage.expanded.clone(), words))
                .collect(),
            outputs: self.outputs.clone(),
            comments: self.comments.clone(),
            folder: self.folder.clone(),
            fingerprint: self.fingerprint.clone(),
        }))
    }
}

/// The constants of a module that a host may set, but for those of other sizes than 32 bits.
fn constants(words: &[u32]) -> Vec<SpecialConstant> {
    let mut names: HashMap<u32, String> = HashMap::new();
    let mut numbers: HashMap<u32, u32> = HashMap::new();
    let mut types: HashMap<u32, Option<Scalar>> = HashMap::new();
    let mut found = vec![];
    let mut at = HEADER;
    while let Some(&first) = words.get(at) {
        let length = (first >> 16) as usize;
        let Some(instruction) = words.get(at..at + length).filter(|_| length > 0) else { break };
        match (first & 0xffff, &instruction[1..]) {
            (5, [id, text @ ..]) => {
                let bytes: Vec<u8> = text
                    .iter()
                    .flat_map(|word| word.to_le_bytes())
                    .take_while(|byte| *byte != 0)
                    .collect();
                names.insert(*id, String::from_utf8_lossy(&bytes).into_owned());
            }
            // OpDecorate SpecId
            (71, [id, 1, number]) => drop(numbers.insert(*id, *number)),
            (20, [id]) => drop(types.insert(*id, None)),
            (21, [id, 32, 0]) => drop(types.insert(*id, Some(Scalar::U32))),
            (21, [id, 32, 1]) => drop(types.insert(*id, Some(Scalar::I32))),
            (22, [id, 32, ..]) => drop(types.insert(*id, Some(Scalar::F32))),
            (48..=50, [of, id, ..]) => {
                if let Some(&scalar) = types.get(of) {
                    let name = names.get(id).cloned().unwrap_or_default();
                    found.push(SpecialConstant { name, number: numbers.get(id).copied(), scalar, at });
                }
            }
            _ => {}
        }
        at += length;
    }
    found
}

/// Puts a word into a constant; a `bool` is true or false by its instruction.
fn put(words: &mut [u32], constant: &SpecialConstant, word: u32) {
    let place = match constant.scalar {
        Some(_) => constant.at + 3,
        None => constant.at,
    };
    if let Some(known) = words.get_mut(place) {
        *known = match constant.scalar {
            Some(_) => word,
            None => (*known & 0xffff_0000) | if word == 0 { 49 } else { 48 },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KernelCheck, LaunchOptions};

    const TEXT: &str = "#version 450
layout(local_size_x_id = 7) in;
layout(constant_id = 0) const int more = 1;
layout(constant_id = 1) const bool twice = false;
layout(constant_id = 2) const float half_of = 0.5;
layout(push_constant) uniform Given { uint base; vec2 pair; } given;
layout(set = 1, binding = 0, std430) buffer Result { uint result[]; };
layout(set = 0, binding = 0, std430) buffer Other { uint other[]; };
void main() {
    uint at = gl_GlobalInvocationID.x;
    result[at] = (given.base + uint(more) + at) * (twice ? 2u : 1u) + uint(half_of * 100.0) + uint(given.pair.y);
    other[at] = gl_WorkGroupSize.x;
}";

    #[test]
    fn what_is_said_stands_in_the_place_of_the_default() {
        let check = KernelCheck::source("k.comp", TEXT).compile().unwrap();
        let base = LaunchOptions::new()
            .option("buffer", "Result=zero:4")
            .unwrap()
            .option("buffer", "Other=zero:4")
            .unwrap();
        let report = check.launch(&base).unwrap();
        assert_eq!(report.output("Result"), Some(&[51, 0, 0, 0][..]));
        let given =
            [("constant", "more=10"), ("constant", "twice=true"), ("constant", "half_of=0.25"), ("constant", "7=4")];
        let given = given.into_iter().chain([("uniform", "base=100"), ("uniform", "pair=0,7")]);
        let launch = given.fold(base.clone(), |launch, (word, value)| launch.option(word, value).unwrap());
        let report = check.launch(&launch).unwrap();
        assert_eq!(report.output("Result"), Some(&[252, 254, 256, 258][..]));
        assert_eq!(report.output("Other"), Some(&[4; 4][..]));
        let says = |value: &str| {
            check
                .launch(&base.clone().option("constant", value).unwrap())
                .unwrap_err()
                .to_string()
        };
        assert!(says("mroe=1").contains("has no specialisation constant mroe") && says("mroe=1").contains("more"));
        assert!(says("more=1.5").contains("1.5 is no whole number"));
        assert!(says("more=1,2").contains("takes 1 number, 2 are given"));
    }
}
