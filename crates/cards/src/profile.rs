//! What a card takes.

use super::costs::Costs;
use super::fact::Fact;
use gristmill_base::precision::{Arithmetic, FloatFormat};
use serde::Serialize;
use std::fmt;

/// What a profile is of.
///
/// ```
/// use gristmill::{Profile, card::ProfileKind};
/// assert_eq!(Profile::named("ps-2-0")?.kind, ProfileKind::Interface);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum ProfileKind {
    /// A card: what its chip runs, whatever the interface would let through.
    Card,
    /// An interface: the least that an implementation of it gives, so that a kernel within it runs on all of them.
    Interface,
}

/// By which rule reads that depend on computed addresses are counted.
///
/// ```
/// use gristmill::{Profile, card::IndirectionRule};
/// assert_eq!(Profile::named("radeon-x800")?.indirection_rule.value, IndirectionRule::Nodes);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum IndirectionRule {
    /// As `ARB_fragment_program` counts: reads whose addresses are known before form a node; 1 is a kernel that
    /// reads at interpolants alone.
    Nodes,
    /// As Direct3D 9 counts: the order of a dependent read; interpolants are the order before the first.
    Orders,
    /// Not at all.
    Uncounted,
}

/// Where the turns of a loop may come from.
///
/// ```
/// use gristmill::{Profile, card::LoopCount};
/// assert_eq!(Profile::named("geforce-6800")?.loop_count.value, LoopCount::Uniform);
/// assert!(LoopCount::Constant < LoopCount::Any);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum LoopCount {
    /// There are no loops: what the compiler can unroll has none.
    Unrolled,
    /// The text says how many.
    Constant,
    /// The host may say how many.
    Uniform,
    /// The kernel may compute how many.
    Any,
}

/// Which textures may have sides that are no powers of two.
///
/// ```
/// use gristmill::{Profile, card::OddSides};
/// assert_eq!(Profile::named("geforce-fx-5900")?.odd_sides.value, OddSides::Rectangle);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum OddSides {
    /// Rectangle textures alone, whose coordinates are texels and which neither repeat nor have smaller levels.
    Rectangle,
    /// All, if they are clamped and have no smaller levels.
    Clamped,
    /// All, clamped and without smaller levels; to repeat and to mirror, the driver puts arithmetic before the read,
    /// which costs slots and an indirection.
    Emulated,
    /// All.
    Any,
}

/// For which float formats something holds.
///
/// ```
/// use gristmill::{Profile, card::FloatKinds};
/// let blend: FloatKinds = Profile::named("geforce-6800")?.blend.value;
/// assert!(blend.half && !blend.single);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct FloatKinds {
    /// 16 bits per component.
    pub half: bool,
    /// 32 bits per component.
    pub single: bool,
}

impl FloatKinds {
    pub(super) const NONE: FloatKinds = FloatKinds { half: false, single: false };
    pub(super) const HALF: FloatKinds = FloatKinds { half: true, single: false };
    pub(super) const BOTH: FloatKinds = FloatKinds { half: true, single: true };
}

impl fmt::Display for FloatKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match (self.half, self.single) {
            (false, false) => "none",
            (true, false) => "16 bits",
            (false, true) => "32 bits",
            (true, true) => "16 and 32 bits",
        })
    }
}

/// How the fragment unit may take the components of a register apart.
///
/// ```
/// use gristmill::{Profile, card::SwizzleSet};
/// assert_eq!(Profile::named("radeon-9700")?.swizzles.value, SwizzleSet::Few);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum SwizzleSet {
    /// As they are, all alike, and three rotations: `xyz`, `xxx` and so on, `yzx`, `zxy`, `wzy`. Others cost a move.
    Few,
    /// In any order.
    Any,
}

/// A card or an interface as data, each number with its source.
///
/// Where a limit is an `Option`, none is no limit. Sizes are in texels, registers of four components.
///
/// ```
/// use gristmill::Profile;
/// let card = Profile::named("radeon-9700")?;
/// assert_eq!((card.title, card.outputs.value), ("ATI Radeon 9700 Pro", 4));
/// let error = Profile::named("radeon-970").unwrap_err();
/// assert!(error.to_string().ends_with("did you mean radeon-9700?"));
/// assert!(Profile::all().iter().any(|profile| profile.name == "webgl-2"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Profile {
    /// What the command calls it: `radeon-9700`.
    pub name: &'static str,
    /// What people called it.
    pub title: &'static str,
    /// A card or an interface.
    pub kind: ProfileKind,
    /// What it changed.
    pub changed: &'static str,
    /// What one wrote for it.
    pub wrote: &'static str,
    /// The year it came.
    pub year: Fact<u32>,
    /// Its list price in US dollars; none for an interface.
    pub price: Fact<Option<u32>>,

    /// Arithmetic instructions of a kernel.
    pub arithmetic_slots: Fact<Option<u32>>,
    /// Texture instructions of a kernel, `discard` among them.
    pub texture_slots: Fact<Option<u32>>,
    /// Instructions of a kernel in all.
    pub total_slots: Fact<Option<u32>>,
    /// Instructions that one fragment may run; loops count each turn.
    pub executed: Fact<Option<u32>>,
    /// Levels of reads that depend on computed addresses.
    pub indirections: Fact<Option<u32>>,
    /// By which rule they are counted.
    pub indirection_rule: Fact<IndirectionRule>,
    /// Registers for what a kernel computes on the way.
    pub temporaries: Fact<Option<u32>>,
    /// Registers for uniforms and literals.
    pub constants: Fact<Option<u32>>,
    /// Different constants that one instruction may read.
    pub constants_per_instruction: Fact<Option<u32>>,
    /// Different interpolants that one instruction may read.
    pub interpolants_per_instruction: Fact<Option<u32>>,
    /// Interpolants of four components, without the colours.
    pub interpolants: Fact<Option<u32>>,
    /// Textures that a kernel may read from.
    pub samplers: Fact<u32>,
    /// Textures that a pass may write at once.
    pub outputs: Fact<u32>,
    /// Whether these must have one format.
    pub outputs_alike: Fact<bool>,
    /// Branches inside one another; 0: there are none, and both sides are computed.
    pub branches: Fact<Option<u32>>,
    /// Loops inside one another; 0: there are none, and what cannot be unrolled is refused.
    pub loops: Fact<Option<u32>>,
    /// Turns of one loop.
    pub turns: Fact<Option<u32>>,
    /// Where the number of turns may come from.
    pub loop_count: Fact<LoopCount>,
    /// `dFdx` and `dFdy`.
    pub derivatives: Fact<bool>,
    /// Reads at a level that the kernel names.
    pub explicit_levels: Fact<bool>,
    /// Integers of 32 bits, with the operations on their bits.
    pub integers: Fact<bool>,
    /// `texelFetch` and `textureSize`: reads at whole numbers, and the sizes of textures.
    pub texel_fetch: Fact<bool>,
    /// An array at an index that is computed.
    pub computed_index: Fact<bool>,
    /// Stores to addresses that the kernel computes.
    pub computed_stores: Fact<bool>,
    /// How components are taken apart.
    pub swizzles: Fact<SwizzleSet>,
    /// What operations cost that are not one slot.
    pub costs: Fact<Costs>,

    /// Textures that the vertex unit may read from at once.
    pub vertex_textures: Fact<u32>,
    /// Whether a vertex kernel may write streams (transform feedback).
    pub vertex_streams: Fact<bool>,

    /// The longest side of a texture of one or two dimensions.
    pub texture_side: Fact<u32>,
    /// Of a texture of three.
    pub texture_side_3d: Fact<u32>,
    /// The longest side of what is drawn to.
    pub target_side: Fact<u32>,
    /// Sides that are no powers of two.
    pub odd_sides: Fact<OddSides>,
    /// Whether float textures must be rectangle textures.
    pub float_rectangles: Fact<bool>,
    /// Float formats that can be drawn to.
    pub render: Fact<FloatKinds>,
    /// Those that the blending unit adds to.
    pub blend: Fact<FloatKinds>,
    /// Those that a texture read can interpolate.
    pub filter: Fact<FloatKinds>,

    /// How the fragment unit calculates.
    pub arithmetic: Fact<Arithmetic>,
    /// How it calculates where a kernel asks for less.
    pub half_arithmetic: Fact<Option<Arithmetic>>,
    /// What an address is that the kernel computes.
    pub address: Fact<FloatFormat>,
    /// What an interpolant is when arithmetic reads it.
    pub interpolant: Fact<FloatFormat>,
    /// Bits of the weights between texels.
    pub filter_bits: Fact<u32>,

    /// Registers in use at once up to which it runs at its full rate; none where they cost nothing.
    pub fast_registers: Fact<Option<u32>>,

    /// Counts the fragments that pass.
    pub occlusion_query: Fact<bool>,
    /// Draws or not by such a count, without the host.
    pub conditional_rendering: Fact<bool>,
    /// Work groups with shared memory.
    pub compute: Fact<bool>,

    /// Gigabytes per second between chip and memory; 0 for an interface.
    pub bandwidth: Fact<f64>,
    /// Billions of multiply-adds per second of the fragment units, each two operations; 0 for an interface.
    pub peak: Fact<f64>,
}
