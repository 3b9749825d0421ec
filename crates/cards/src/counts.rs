//! Resource counts of a kernel, to be compared with a card's limits.
//!
//! They come from a [flattened](super::flat_ir) kernel by `super::cost_model`. A program in assembly, which is counted
//! exactly, fills the same structure.

use super::profile::LoopCount;
use gristmill_shader::ProgramCounts;

/// A count, and the line at which it exceeds its limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct LimitedCount {
    pub count: u64,
    /// A line of the expanded text; 0 if no single line is the cause.
    pub line: usize,
}

/// A loop that could not be unrolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct RemainingLoop {
    pub line: usize,
    /// Nesting depth, including the loop itself.
    pub depth: u32,
    /// Number of turns, if a counter determines it.
    pub turns: Option<u64>,
    pub count: LoopCount,
}

/// Features that a kernel needs, each with the first line that needs it, or `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct FeatureNeeds {
    pub integers: Option<usize>,
    /// Operations on the bits of integers.
    pub bits: Option<usize>,
    /// Operations that this check does not know: packing, subgroups, 64-bit numbers.
    pub other: Option<usize>,
    pub texel_fetch: Option<usize>,
    pub texture_size: Option<usize>,
    pub explicit_levels: Option<usize>,
    pub derivatives: Option<usize>,
    pub computed_index: Option<usize>,
    pub computed_stores: Option<usize>,
}

/// The resources that a kernel uses on a card.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ResourceCounts {
    pub arithmetic: LimitedCount,
    pub texture: LimitedCount,
    pub total: LimitedCount,
    /// Instructions that a fragment may run; `None` if the number of turns of a loop is unknown.
    pub executed: Option<u64>,
    pub indirections: LimitedCount,
    /// Registers: an estimate from the values that are live at once, packed as densely as possible.
    pub temporaries: LimitedCount,
    pub constants: LimitedCount,
    pub interpolants: LimitedCount,
    pub samplers: LimitedCount,
    pub outputs: LimitedCount,
    pub loops: Vec<RemainingLoop>,
    /// Branches that were not replaced by selects.
    pub branches: u64,
    pub needs: FeatureNeeds,
    /// The operation with the most arithmetic slots: its name, number of uses, and slots in all.
    pub most: Option<(&'static str, u64, u64)>,
}

impl ResourceCounts {
    /// Describes the operation with the most slots, to follow a count: `; pow x 22 takes 66 of them`.
    pub(super) fn describe_most(&self) -> String {
        match self.most {
            Some((name, number, slots)) if slots > number => format!("; {name} x {number} takes {slots} of them"),
            Some((name, number, _)) => format!("; {number} of them are of the kind {name}"),
            None => String::new(),
        }
    }

    /// Replaces the counts of a program's translation by those of the program in assembly itself.
    /// Its other demands follow from its options: [`super::assembly_options`].
    pub(super) fn use_program_counts(&mut self, program: &ProgramCounts) {
        // Two short temporaries share a register.
        let temporaries = program.temporaries - program.short_temporaries / 2;
        let exact = [
            (&mut self.arithmetic, program.alu),
            (&mut self.texture, program.texture),
            (&mut self.total, program.instructions),
            (&mut self.indirections, program.indirections),
            (&mut self.temporaries, temporaries),
            (&mut self.constants, program.parameters),
        ];
        for (count, program) in exact {
            *count = LimitedCount { count: program as u64, line: 0 };
        }
        self.executed = program.executed;
        self.loops = vec![];
        self.branches = 0;
        self.needs = FeatureNeeds::default();
        self.most = None;
    }
}
