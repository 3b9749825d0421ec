//! The rules of a card's memory: what its two kinds of kernels read and write, after section 33.2.3 of GPU Gems 2.

use super::fact::{Fact, Mark};
use super::profile::Profile;
use super::vertex_unit::VertexReads;
use serde::Serialize;

/// One rule: a kind of access, and what the vertex unit and the fragment unit have of it.
///
/// ```
/// use gristmill::{Profile, card::MemoryRule};
/// let rules: Vec<MemoryRule> = Profile::named("geforce-fx-5900")?.memory_rules();
/// let gather = rules.iter().find(|rule| rule.access == "reads textures anywhere").unwrap();
/// assert_eq!((gather.vertex.says.as_str(), gather.fragment.says.as_str()), ("no", "16 textures"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MemoryRule {
    /// The access.
    pub access: &'static str,
    /// The vertex unit's half of the rule.
    pub vertex: RuleHalf,
    /// The fragment unit's half.
    pub fragment: RuleHalf,
}

/// What one unit has of an access, with its source.
///
/// ```
/// use gristmill::{Profile, card::RuleHalf};
/// let rules = Profile::named("radeon-9700")?.memory_rules();
/// let half: &RuleHalf = &rules[2].fragment;
/// assert_eq!((half.says.as_str(), half.mark.letter()), ("16 textures", 'D'));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RuleHalf {
    /// The words.
    pub says: String,
    /// The kind of source.
    pub mark: Mark,
    /// The source.
    pub source: &'static str,
}

/// The source of what no card of the time has.
const GEMS: Fact<()> = Fact::new((), Mark::Published, "GPU Gems 2, section 33.2.3");

impl Profile {
    /// Returns the memory that kernels of each unit reach, in the order of the chapter.
    ///
    /// ```
    /// let rules = gristmill::Profile::named("geforce-6800")?.memory_rules();
    /// assert_eq!(rules.len(), 10);
    /// assert!(rules.iter().any(|rule| rule.vertex.says == "where its vertex lies"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn memory_rules(&self) -> Vec<MemoryRule> {
        let unit = &self.vertex;
        let samplers = format!("{} textures", self.samplers.value);
        vec![
            build_rule("the host's memory, disks", build_half(&GEMS, "no"), build_half(&GEMS, "no")),
            build_rule("a stack, a heap", build_half(&GEMS, "no"), build_half(&GEMS, "no")),
            build_rule("reads textures anywhere", self.describe_vertex_gather(), build_half(&self.samplers, samplers)),
            build_rule("reads where a read says", self.describe_vertex_chain(), self.describe_fragment_chain()),
            build_rule(
                "reads constants",
                build_count_half(&unit.constants, " registers"),
                build_count_half(&self.constants, " registers"),
            ),
            build_rule(
                "indexes constants",
                build_flag_half(&unit.indexed_constants),
                build_flag_half(&self.computed_index),
            ),
            build_rule(
                "has temporaries",
                build_count_half(&unit.temporaries, ", its own"),
                build_count_half(&self.temporaries, ", its own"),
            ),
            build_rule(
                "reads its element",
                build_count_half(&unit.attributes, " vertex streams"),
                build_count_half(&self.interpolants, " interpolants"),
            ),
            build_rule(
                "writes at its end",
                self.describe_vertex_results(),
                build_half(&self.outputs, format!("{} x 4 floats", self.outputs.value)),
            ),
            build_rule(
                "writes where it likes",
                build_half(&unit.outputs, "where its vertex lies"),
                build_flag_half(&self.computed_stores),
            ),
        ]
    }

    fn describe_vertex_gather(&self) -> RuleHalf {
        let textures = &self.vertex.textures;
        match (textures.value, self.vertex.reads.value) {
            (0, _) => build_half(textures, "no"),
            (count, VertexReads::Anything) => build_half(textures, format!("{count} textures")),
            (count, VertexReads::Floats) => build_half(&self.vertex.reads, format!("{count}: R32F, RGBA32F")),
            (count, _) => build_half(&self.vertex.reads, format!("{count}: ask for formats")),
        }
    }

    fn describe_vertex_chain(&self) -> RuleHalf {
        let textures = &self.vertex.textures;
        build_half(textures, if textures.value == 0 { "no" } else { "any chain" })
    }

    fn describe_fragment_chain(&self) -> RuleHalf {
        match self.indirections.value {
            Some(levels) => build_half(&self.indirections, format!("{levels} levels")),
            None => build_half(&self.indirections, "any chain"),
        }
    }

    fn describe_vertex_results(&self) -> RuleHalf {
        let outputs = &self.vertex.outputs;
        let streams = if self.vertex.streams.value { ", streams" } else { "" };
        build_half(outputs, format!("{} x 4 floats{streams}", format_count(outputs)))
    }
}

fn build_rule(access: &'static str, vertex: RuleHalf, fragment: RuleHalf) -> MemoryRule {
    MemoryRule { access, vertex, fragment }
}

fn build_half<T>(fact: &Fact<T>, says: impl Into<String>) -> RuleHalf {
    RuleHalf { says: says.into(), mark: fact.mark, source: fact.source }
}

fn build_count_half(number: &Fact<Option<u32>>, what: &str) -> RuleHalf {
    build_half(number, format!("{}{what}", format_count(number)))
}

fn build_flag_half(fact: &Fact<bool>) -> RuleHalf {
    build_half(fact, if fact.value { "yes" } else { "no" })
}

fn format_count(fact: &Fact<Option<u32>>) -> String {
    fact.value.map_or("any number of".to_string(), |count| count.to_string())
}
