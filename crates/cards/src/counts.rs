//! What a kernel takes: the counts that a card's limits are compared with.
//!
//! They come from a [straightened](super::straight) kernel by `super::tally`. What counts exactly by itself, as an
//! assembler does, fills the same structure.

use super::profile::LoopCount;
use gristmill_shader::ProgramCounts;

/// A count, and the line at which it goes over its limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub count: u64,
    /// In the expanded text; 0 where none is to blame.
    pub line: usize,
}

/// A loop that stays one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct LoopLeft {
    pub line: usize,
    /// Loops it stands in, itself among them.
    pub depth: u32,
    /// Turns, where a counter says them.
    pub turns: Option<u64>,
    pub count: LoopCount,
}

/// Things that a card has or has not, each with the first line that asks for it; none where nothing does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Needs {
    pub integers: Option<usize>,
    /// Operations on the bits of integers.
    pub bits: Option<usize>,
    /// What this check does not know: packing, subgroups, numbers of 64 bits.
    pub other: Option<usize>,
    pub texel_fetch: Option<usize>,
    pub texture_size: Option<usize>,
    pub explicit_levels: Option<usize>,
    pub derivatives: Option<usize>,
    pub computed_index: Option<usize>,
    pub computed_stores: Option<usize>,
}

/// What a kernel takes of a card.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Counts {
    pub arithmetic: Count,
    pub texture: Count,
    pub total: Count,
    /// Instructions that a fragment may run; none where a loop does not say how often it turns.
    pub executed: Option<u64>,
    pub indirections: Count,
    /// An estimate: what lives at once, packed as densely as can be.
    pub temporaries: Count,
    pub constants: Count,
    pub interpolants: Count,
    pub samplers: Count,
    pub outputs: Count,
    pub loops: Vec<LoopLeft>,
    /// Branches that are left.
    pub branches: u64,
    pub needs: Needs,
    /// What takes most arithmetic slots: its name, how many there are, slots of all of them.
    pub most: Option<(&'static str, u64, u64)>,
}

impl Counts {
    /// Takes the counts of a program in assembly in the place of those of its translation. What else it asks for, its
    /// options say: [`super::program`].
    pub(super) fn take_of(&mut self, program: &ProgramCounts) {
        // Two short ones are in one register.
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
            *count = Count { count: program as u64, line: 0 };
        }
        self.executed = program.executed;
        self.loops = vec![];
        self.branches = 0;
        self.needs = Needs::default();
        self.most = None;
    }
}
