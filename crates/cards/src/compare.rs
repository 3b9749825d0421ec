//! Compares a kernel's counts with a card's limits and writes the result in sentences.

use super::counts::{LimitedCount, ResourceCounts};
use super::demand::Demand;
use super::fact::{Fact, Mark};
use super::profile::{LoopCount, Profile};
use gristmill_shader::ExpandedKernel;

/// A comparison of one kernel with one card, and the demands found so far.
pub(super) struct LimitComparison<'k> {
    profile: &'k Profile,
    /// The name of the card, or of its unit, in sentences.
    title: String,
    expanded: &'k ExpandedKernel,
    pub demands: Vec<Demand>,
}

/// Returns every demand that a kernel makes on a card. `counts` is `None` for a kernel of the compute era.
pub(super) fn compare_with_limits(
    profile: &Profile,
    counts: Option<&ResourceCounts>,
    whole_floats: bool,
    expanded: &ExpandedKernel,
) -> Vec<Demand> {
    let mut all = LimitComparison::with_title(profile, expanded, profile.title.to_string());
    let Some(counts) = counts else {
        all.add_feature(
            "work groups",
            &profile.compute,
            Some(0),
            "work_groups",
            "draw instead: write it as a fragment kernel",
        );
        return all.demands;
    };
    let most = counts.describe_most();
    let split = "split the kernel into passes";
    all.add_count("arithmetic slots", counts.arithmetic, &profile.arithmetic_slots, &most, "cards", split);
    all.add_count("texture slots", counts.texture, &profile.texture_slots, "", "cards", split);
    // If one of the two exceeds its limit, their sum adds nothing.
    if all.demands.iter().all(|demand| !demand.refused) {
        all.add_count("slots", counts.total, &profile.total_slots, "", "cards", split);
    }
    // Without loops an instruction runs once.
    if let Some(count) = counts.executed.filter(|_| profile.loops.value != Some(0)) {
        let next = "share the turns among passes";
        all.add_count("instructions run", LimitedCount { count, line: 0 }, &profile.executed, "", "ping_pong", next);
    }
    let next = "compute the addresses first, or read what depends in a pass of its own";
    all.add_count("indirections", counts.indirections, &profile.indirections, "", "pointer_streams", next);
    all.add_count("temporaries", counts.temporaries, &profile.temporaries, "", "cards", split);
    let next = "put constants into a texture";
    all.add_count("constants", counts.constants, &profile.constants, "", "cards", next);
    let next = "compute some of them in the kernel";
    all.add_count("interpolants", counts.interpolants, &profile.interpolants, "", "cards", next);
    let next = "pack streams into the components of one texture";
    all.add_count("samplers", counts.samplers, &to_optional_limit(&profile.samplers), "", "structs_of_streams", next);
    let next = "draw a pass for each member of the structure";
    all.add_count("outputs", counts.outputs, &to_optional_limit(&profile.outputs), "", "structs_of_streams", next);
    all.add_loops(counts);
    let needs = &counts.needs;
    let place = "arrays_in_textures";
    let next = "read by texture coordinates, and take sizes as uniforms";
    all.add_feature("texelFetch", &profile.texel_fetch, needs.texel_fetch, place, next);
    all.add_feature("textureSize", &profile.texel_fetch, needs.texture_size, place, next);
    let integers = if whole_floats { None } else { needs.integers };
    all.add_feature(
        "integers",
        &profile.integers,
        integers,
        place,
        "calculate in floats, which are exact for whole numbers",
    );
    all.add_feature("bits of integers", &profile.integers, needs.bits, place, "use floor, fract and powers of two");
    let next = "leave the level out, or draw each level of a size of its own";
    all.add_feature("explicit levels", &profile.explicit_levels, needs.explicit_levels, "cards", next);
    all.add_feature(
        "derivatives",
        &profile.derivatives,
        needs.derivatives,
        "cards",
        "read the neighbours, and subtract",
    );
    let next = "put the array into a texture";
    all.add_feature("computed indices", &profile.computed_index, needs.computed_index, "pointer_streams", next);
    let next = "gather instead, or scatter by points";
    all.add_feature("computed stores", &profile.computed_stores, needs.computed_stores, "primitives/scatter", next);
    let next = "write it another way: this check does not know the operation";
    all.add_feature("operations of later years", &profile.compute, needs.other, "cards", next);
    all.demands
}

/// Converts a limit that always exists to an optional one.
fn to_optional_limit(fact: &Fact<u32>) -> Fact<Option<u32>> {
    Fact::new(Some(fact.value), fact.mark, fact.source)
}

impl<'k> LimitComparison<'k> {
    /// Starts a comparison; `title` names the card, or its unit, in sentences.
    pub(super) fn with_title(profile: &'k Profile, expanded: &'k ExpandedKernel, title: String) -> LimitComparison<'k> {
        LimitComparison { profile, title, expanded, demands: vec![] }
    }

    /// Adds the comparison of a count with its limit.
    pub(super) fn add_count(
        &mut self,
        thing: &'static str,
        count: LimitedCount,
        limit: &Fact<Option<u32>>,
        why: &str,
        chapter: &'static str,
        next: &str,
    ) {
        let refused = limit.value.is_some_and(|limit| count.count > u64::from(limit));
        // The number of live values depends on the instruction order, which each compiler chose by itself.
        let about = if thing == "temporaries" { "about " } else { "" };
        let sentence = match limit.value {
            Some(limit) => format!("{thing}: {about}{} of {limit}", count.count),
            None => format!("{thing}: {}, and no limit", count.count),
        };
        let sentence = if refused {
            self.format_refusal(&format!("{sentence}{why}"), limit.mark, chapter, next)
        } else {
            sentence
        };
        let line = if refused { count.line } else { 0 };
        self.add_demand(
            thing,
            count.count,
            limit.value.map(u64::from),
            refused,
            sentence,
            line,
            (limit.mark, limit.source),
            chapter,
        );
    }

    /// Adds a feature that the kernel needs, if `asked` names a line that needs it.
    pub(super) fn add_feature(
        &mut self,
        thing: &'static str,
        has: &Fact<bool>,
        asked: Option<usize>,
        chapter: &'static str,
        next: &str,
    ) {
        let Some(line) = asked else { return };
        let refused = !has.value;
        let sentence = match refused {
            true => self.format_refusal(&format!("{thing}: {} has none", self.title), has.mark, chapter, next),
            false => format!("{thing}: there"),
        };
        let (limit, line) = if refused { (Some(0), line) } else { (None, 0) };
        self.add_demand(thing, 1, limit, refused, sentence, line, (has.mark, has.source), chapter);
    }

    pub(super) fn add_loops(&mut self, counts: &ResourceCounts) {
        let profile = self.profile;
        for left in &counts.loops {
            let how = match left.count {
                LoopCount::Any => "a loop whose turns the kernel computes",
                LoopCount::Uniform => "a loop whose number of turns is a uniform",
                _ => "a loop that is too long to unroll",
            };
            let next = "use a constant number of turns, or draw a pass for each turn";
            let title = &self.title;
            let (thing, given, limit, fact, sentence) = if profile.loops.value == Some(0) {
                let says = format!("loops: {how}, and {title} has none: its compiler unrolls what it can");
                ("loops", 1, 0, (profile.loops.mark, profile.loops.source), says)
            } else if left.count > profile.loop_count.value {
                let may = match profile.loop_count.value {
                    LoopCount::Constant => "only constants are allowed",
                    _ => "only uniforms and constants are allowed",
                };
                let says = format!("loops: {how}; on {title} {may}");
                ("loops", 1, 0, (profile.loop_count.mark, profile.loop_count.source), says)
            } else if let (Some(turns), Some(most)) = (left.turns, profile.turns.value)
                && turns > u64::from(most)
            {
                let says = format!("turns of a loop: {turns} of {most}");
                ("turns of a loop", turns, u64::from(most), (profile.turns.mark, profile.turns.source), says)
            } else if let Some(most) = profile.loops.value
                && left.depth > most
            {
                let says = format!("loops inside one another: {} of {most}", left.depth);
                (
                    "loops inside one another",
                    u64::from(left.depth),
                    u64::from(most),
                    (profile.loops.mark, profile.loops.source),
                    says,
                )
            } else {
                continue;
            };
            let sentence = self.format_refusal(&sentence, fact.0, "ping_pong", next);
            let known = self
                .demands
                .iter()
                .any(|known| known.thing == thing && known.sentence == sentence);
            if !known {
                self.add_demand(thing, given, Some(limit), true, sentence, left.line, fact, "ping_pong");
            }
        }
    }

    /// Formats the sentence of a refusal: the problem, the next step, the chapter of the book, and
    /// a remark if no source confirms the limit.
    fn format_refusal(&self, says: &str, mark: Mark, chapter: &str, next: &str) -> String {
        let title = self.title.as_str();
        let on = if says.contains(title) { String::new() } else { format!(" on {title}") };
        let believed = if mark.is_sourced() { "" } else { " (unverified: no source)" };
        format!("{says}{on}{believed}; {next} (the book: {chapter}.md)")
    }

    #[allow(clippy::too_many_arguments, reason = "the fields of one structure")]
    fn add_demand(
        &mut self,
        thing: &'static str,
        given: u64,
        limit: Option<u64>,
        refused: bool,
        sentence: String,
        line: usize,
        (mark, source): (Mark, &'static str),
        chapter: &'static str,
    ) {
        let place = self.expanded.locate_line(line).filter(|_| line > 0);
        let (file, line, text) = match place {
            Some((file, line)) => {
                let text = file.text.lines().nth(line - 1).unwrap_or_default().trim().to_string();
                (file.name.clone(), line, text)
            }
            None => (self.expanded.name.clone(), 0, String::new()),
        };
        self.demands
            .push(Demand { thing, given, limit, refused, sentence, file, line, text, mark, source, chapter });
    }
}
