//! A profile as its vertex unit sees it.

use super::fact::Fact;
use super::profile::{IndirectionRule, Profile, ProfileKind, SwizzleSet};

impl Profile {
    /// Returns the name of the vertex unit as refusals have it: `the vertex unit of ATI Radeon 9700 Pro`.
    ///
    /// ```
    /// use gristmill::Profile;
    /// assert_eq!(Profile::named("geforce-6800")?.vertex_title(), "the vertex unit of NVIDIA GeForce 6800 Ultra");
    /// assert_eq!(Profile::named("ps-2-0")?.vertex_title(), "Direct3D 9, vertex shader 2.0");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn vertex_title(&self) -> String {
        match (self.vertex.language, self.kind) {
            (Some(language), _) => language.to_string(),
            (None, ProfileKind::Card) => format!("the vertex unit of {}", self.title),
            (None, ProfileKind::Interface) => format!("the vertex kernels of {}", self.title),
        }
    }

    /// Returns the profile with its vertex unit in the place of its fragment unit, so that one cost model counts both.
    /// Attributes stand for interpolants.
    pub(super) fn for_vertices(&self) -> Profile {
        let unit = &self.vertex;
        let most = unit.slots;
        Profile {
            arithmetic_slots: most,
            texture_slots: most,
            total_slots: most,
            executed: unit.executed,
            indirections: Fact { value: None, ..most },
            indirection_rule: Fact::new(IndirectionRule::Uncounted, most.mark, most.source),
            temporaries: unit.temporaries,
            constants: unit.constants,
            constants_per_instruction: unit.constants_per_instruction,
            interpolants_per_instruction: unit.attributes_per_instruction,
            interpolants: unit.attributes,
            samplers: unit.textures,
            branches: unit.branches,
            loops: unit.loops,
            turns: unit.turns,
            loop_count: unit.loop_count,
            integers: unit.integers,
            computed_index: unit.indexed_temporaries,
            swizzles: Fact::new(SwizzleSet::Any, most.mark, most.source),
            costs: unit.costs,
            ..self.clone()
        }
    }
}
