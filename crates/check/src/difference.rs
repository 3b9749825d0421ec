//! Finds the words in which two runs differ.

use super::expected::format_word as said_as;
use super::fill::{member_name, number_at};
use super::launch_run::{LaunchRun, RunOutcome};
use super::order::format_schedule;
use super::settings::Schedule;
use gristmill_base::finding::{Finding, FindingKind};
use gristmill_emulator::assembly::TypeLayout;
use gristmill_emulator::dispatch::Ending;
use std::ops::Range;

impl LaunchRun<'_> {
    /// Returns the first word in which two runs differ, for each member of each buffer and for each image.
    pub(super) fn find_differences(&self, first: &RunOutcome, run: &RunOutcome, schedule: &Schedule) -> Vec<Finding> {
        if [first.ending, run.ending] != [Ending::Complete; 2] {
            return vec![];
        }
        let mut found: Vec<Finding> = vec![];
        for ((output, before), (_, after)) in first.outputs.iter().zip(&run.outputs) {
            if !self.is_reported_by(output) {
                continue;
            }
            for part in self.member_ranges(output, before.len()) {
                let word = part.clone().find(|word| before.get(*word) != after.get(*word));
                let Some((word, before, after)) =
                    word.and_then(|word| Some((word, before.get(word)?, after.get(word)?)))
                else {
                    continue;
                };
                found.push(self.order_finding(output, word, [*before, *after], schedule));
            }
        }
        found
    }

    /// Returns true if differences are reported under that name: the views of one memory report
    /// under the first one that is writable.
    fn is_reported_by(&self, output: &str) -> bool {
        let memory = self.plan.memories.iter().find(|memory| memory.find_view(output).is_some());
        let first = memory.and_then(|memory| memory.views.iter().find(|view| view.writable));
        first.is_none_or(|view| view.name == output)
    }

    /// Returns the word range of each member of an output; the whole output if it has no members.
    fn member_ranges(&self, output: &str, words: usize) -> Vec<Range<usize>> {
        let view = self.plan.memories.iter().find_map(|memory| memory.find_view(output));
        let Some(TypeLayout::Struct(members)) = view.map(|view| &view.layout) else {
            return std::iter::once(0..words).collect();
        };
        let mut starts: Vec<usize> = members.iter().map(|(_, first, _)| *first as usize / 4).collect();
        starts.sort_unstable();
        let ends = starts.iter().skip(1).copied().chain([words]);
        starts.iter().zip(ends).map(|(&start, end)| start..end.min(words)).collect()
    }

    fn order_finding(&self, output: &str, word: usize, [before, after]: [u32; 2], schedule: &Schedule) -> Finding {
        let said = format_schedule(schedule, self.checked);
        let byte = word * 4 + (before ^ after).trailing_zeros() as usize / 8;
        let view = self.plan.memories.iter().find_map(|memory| memory.find_view(output));
        let narrow = view.and_then(|view| number_at(&view.layout, byte));
        let [before, after] = [before, after].map(|word| match narrow {
            Some(place) => said_as(place.read_value(word), place.scalar),
            None => guess_number(word),
        });
        let size = self.bounds.warp;
        let order = said.split('@').next().unwrap_or(&said);
        let mend = match *schedule {
            Schedule::Warps(lanes) => format!(
                "it is {before} with subgroups of {size} and {after} with subgroups of {lanes}; replay it with --schedule \
                 {said}; ask gl_SubgroupSize, or say in a comment for which it is written: // run: warp {size}"
            ),
            Schedule::Dealt => format!(
                "it is {before} where subgroups take invocations in the order of gl_LocalInvocationIndex and {after} where \
                 they take others, and no API says which; replay it with --schedule {said}; ask gl_SubgroupID and \
                 gl_SubgroupInvocationID, not gl_LocalInvocationIndex"
            ),
            _ => format!(
                "it is {before} in order and {after} in {order}; replay it with --schedule {said}; unless that is intended, \
                 make the result independent of the order"
            ),
        };
        self.build_result_finding(FindingKind::Order, self.describe_place(output, byte), mend)
    }

    /// Builds a finding on a result, which no single line explains; `of` is the variable and its place.
    pub(super) fn build_result_finding(&self, kind: FindingKind, of: (String, String), mend: String) -> Finding {
        let (name, place) = of;
        let kernel = self.checked.name.clone();
        Finding { kind, kernel, name, place, witnesses: vec![], mend, times: 1, cause: String::new() }
    }

    /// Returns the variable of a byte in a buffer or image, and its place.
    pub(super) fn describe_place(&self, output: &str, byte: usize) -> (String, String) {
        let word = byte / 4;
        if let Some(view) = self.plan.memories.iter().find_map(|memory| memory.find_view(output)) {
            let path = member_name(&view.layout, byte);
            let path = path.strip_prefix('.').unwrap_or(&path);
            let name = path.split(['.', '[']).next().filter(|name| !name.is_empty()).unwrap_or(output);
            let shown = if path.is_empty() { format!("{output}[{word}]") } else { path.to_string() };
            return (name.to_string(), format!("buffer `{shown}`"));
        }
        let texture = self.plan.textures.iter().find(|texture| texture.name == output);
        let Some(texture) = texture else { return (output.to_string(), format!("`{output}`")) };
        let texel = word / texture.texture.texel.word_count().max(1);
        let [width, height, _] = texture.size.map(|side| (side as usize).max(1));
        let x = texel % width;
        let y = (texel / width) % height;
        let z = texel / width / height;
        let place = if z > 0 { format!("{x},{y},{z}") } else { format!("{x},{y}") };
        (output.to_string(), format!("image `{output}[{place}]`"))
    }
}

/// Formats a word as the number that it most likely is.
fn guess_number(word: u32) -> String {
    let float = f32::from_bits(word);
    // Small words are counts; others with the exponent of an everyday number are most likely floats.
    if word < 1 << 24 || !(1e-6..1e9).contains(&float.abs()) { (word as i32).to_string() } else { float.to_string() }
}
