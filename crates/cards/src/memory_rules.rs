//! The rules of a card's memory: what its two kinds of kernels read and write, as GPU Gems 2 lists it in section 33.2.3.

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
        let own = |number: &Fact<Option<u32>>, what: &str| half(number, format!("{}{what}", format_count(number)));
        let samplers = format!("{} textures", self.samplers.value);
        vec![
            rule("the host's memory, disks", half(&GEMS, "no"), half(&GEMS, "no")),
            rule("a stack, a heap", half(&GEMS, "no"), half(&GEMS, "no")),
            rule("reads textures anywhere", self.vertex_gather(), half(&self.samplers, samplers)),
            rule("reads where a read says", self.vertex_chain(), self.fragment_chain()),
            rule("reads constants", own(&unit.constants, " registers"), own(&self.constants, " registers")),
            rule("indexes constants", flag(&unit.indexed_constants), flag(&self.computed_index)),
            rule("has temporaries", own(&unit.temporaries, ", its own"), own(&self.temporaries, ", its own")),
            rule(
                "reads its element",
                own(&unit.attributes, " vertex streams"),
                own(&self.interpolants, " interpolants"),
            ),
            rule(
                "writes at its end",
                self.vertex_results(),
                half(&self.outputs, format!("{} x 4 floats", self.outputs.value)),
            ),
            rule("writes where it likes", half(&unit.outputs, "where its vertex lies"), flag(&self.computed_stores)),
        ]
    }

    fn vertex_gather(&self) -> RuleHalf {
        let textures = &self.vertex.textures;
        match (textures.value, self.vertex.reads.value) {
            (0, _) => half(textures, "no"),
            (count, VertexReads::Anything) => half(textures, format!("{count} textures")),
            (count, VertexReads::Floats) => half(&self.vertex.reads, format!("{count}: R32F, RGBA32F")),
            (count, _) => half(&self.vertex.reads, format!("{count}: ask for formats")),
        }
    }

    fn vertex_chain(&self) -> RuleHalf {
        let textures = &self.vertex.textures;
        half(textures, if textures.value == 0 { "no" } else { "any chain" })
    }

    fn fragment_chain(&self) -> RuleHalf {
        match self.indirections.value {
            Some(levels) => half(&self.indirections, format!("{levels} levels")),
            None => half(&self.indirections, "any chain"),
        }
    }

    fn vertex_results(&self) -> RuleHalf {
        let outputs = &self.vertex.outputs;
        let streams = if self.vertex.streams.value { ", streams" } else { "" };
        half(outputs, format!("{} x 4 floats{streams}", format_count(outputs)))
    }
}

fn rule(access: &'static str, vertex: RuleHalf, fragment: RuleHalf) -> MemoryRule {
    MemoryRule { access, vertex, fragment }
}

fn half<T>(fact: &Fact<T>, says: impl Into<String>) -> RuleHalf {
    RuleHalf { says: says.into(), mark: fact.mark, source: fact.source }
}

fn flag(fact: &Fact<bool>) -> RuleHalf {
    half(fact, if fact.value { "yes" } else { "no" })
}

fn format_count(fact: &Fact<Option<u32>>) -> String {
    fact.value.map_or("any number of".to_string(), |count| count.to_string())
}
