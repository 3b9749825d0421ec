//! A card's profile: its limits and features.

use super::costs::Costs;
use super::fact::Fact;
pub use super::loop_count::LoopCount;
use super::vertex_unit::VertexUnit;
use gristmill_base::precision::{Arithmetic, FloatFormat};
use serde::Serialize;
use std::fmt;

/// The kind of a profile.
///
/// ```
/// use gristmill::{Profile, card::ProfileKind};
/// assert_eq!(Profile::named("ps-2-0")?.kind, ProfileKind::Interface);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum ProfileKind {
    /// A card: the limits of its chip, even if the interface allows more.
    Card,
    /// An interface: the minimum that every implementation supports. A kernel within it runs on all of them.
    Interface,
}

/// The rule for counting reads that depend on computed addresses.
///
/// ```
/// use gristmill::{Profile, card::IndirectionRule};
/// assert_eq!(Profile::named("radeon-x800")?.indirection_rule.value, IndirectionRule::Nodes);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum IndirectionRule {
    /// Nodes of `ARB_fragment_program`: reads whose addresses are already known form a node. A
    /// kernel that reads only at interpolants has 1.
    Nodes,
    /// Orders of Direct3D 9: the length of a chain of dependent reads. A read at an interpolant is of order zero.
    Orders,
    /// Not counted.
    Uncounted,
}

/// The textures that may have sides other than powers of two.
///
/// ```
/// use gristmill::{Profile, card::OddSides};
/// assert_eq!(Profile::named("geforce-fx-5900")?.odd_sides.value, OddSides::Rectangle);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum OddSides {
    /// Only rectangle textures, whose coordinates are texels and which neither repeat nor have mipmap levels.
    Rectangle,
    /// All, if they are clamped and have no mipmap levels.
    Clamped,
    /// All, if they are clamped and have no mipmap levels. For repeating and mirroring the driver
    /// inserts arithmetic before the read, which costs slots and an indirection.
    Emulated,
    /// All.
    Any,
}

/// A set of float formats.
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

/// The swizzles that the fragment unit supports.
///
/// ```
/// use gristmill::{Profile, card::SwizzleSet};
/// assert_eq!(Profile::named("radeon-9700")?.swizzles.value, SwizzleSet::Few);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum SwizzleSet {
    /// The identity, replicated components and three rotations: `xyz`, `xxx` and so on, `yzx`,
    /// `zxy`, `wzy`. Others cost a move.
    Few,
    /// Any order.
    Any,
}

/// A card or an interface as data, each number with its source.
///
/// A limit of `None` means that there is no limit. Sizes are in texels; registers have four components.
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
    /// The name used on the command line: `radeon-9700`.
    pub name: &'static str,
    /// The product name.
    pub title: &'static str,
    /// A card or an interface.
    pub kind: ProfileKind,
    /// Its new features.
    pub changed: &'static str,
    /// The language and tools used to program it.
    pub wrote: &'static str,
    /// The year of its release.
    pub year: Fact<u32>,
    /// Its list price in US dollars; `None` for an interface.
    pub price: Fact<Option<u32>>,

    /// Arithmetic instructions of a kernel.
    pub arithmetic_slots: Fact<Option<u32>>,
    /// Texture instructions of a kernel, including `discard`.
    pub texture_slots: Fact<Option<u32>>,
    /// Instructions of a kernel in all.
    pub total_slots: Fact<Option<u32>>,
    /// Instructions that one fragment may run; loops count each turn.
    pub executed: Fact<Option<u32>>,
    /// Levels of reads that depend on computed addresses.
    pub indirections: Fact<Option<u32>>,
    /// The rule by which they are counted.
    pub indirection_rule: Fact<IndirectionRule>,
    /// Registers for intermediate results.
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
    /// True if the outputs must have the same format.
    pub outputs_alike: Fact<bool>,
    /// Nesting depth of branches; 0 means no branches, so both sides are computed.
    pub branches: Fact<Option<u32>>,
    /// Nesting depth of loops; 0 means no loops, so a loop that cannot be unrolled is refused.
    pub loops: Fact<Option<u32>>,
    /// Turns of one loop.
    pub turns: Fact<Option<u32>>,
    /// The permitted source of the number of turns.
    pub loop_count: Fact<LoopCount>,
    /// `dFdx` and `dFdy`.
    pub derivatives: Fact<bool>,
    /// Reads at an explicit mipmap level.
    pub explicit_levels: Fact<bool>,
    /// Integers of 32 bits with bit operations.
    pub integers: Fact<bool>,
    /// `texelFetch` and `textureSize`: reads at integer coordinates, and the sizes of textures.
    pub texel_fetch: Fact<bool>,
    /// Arrays indexed by computed values.
    pub computed_index: Fact<bool>,
    /// Stores to addresses that the kernel computes.
    pub computed_stores: Fact<bool>,
    /// The supported swizzles.
    pub swizzles: Fact<SwizzleSet>,
    /// The cost of operations that take more than one slot.
    pub costs: Fact<Costs>,

    /// The vertex unit.
    pub vertex: VertexUnit,

    /// The longest side of a 1D or 2D texture.
    pub texture_side: Fact<u32>,
    /// The longest side of a 3D texture.
    pub texture_side_3d: Fact<u32>,
    /// The longest side of a target.
    pub target_side: Fact<u32>,
    /// Support for sides that are not powers of two.
    pub odd_sides: Fact<OddSides>,
    /// True if float textures must be rectangle textures.
    pub float_rectangles: Fact<bool>,
    /// Float formats that can be drawn to.
    pub render: Fact<FloatKinds>,
    /// Float formats that the blending unit supports.
    pub blend: Fact<FloatKinds>,
    /// Float formats that a texture read can interpolate.
    pub filter: Fact<FloatKinds>,

    /// Arithmetic of the fragment unit.
    pub arithmetic: Fact<Arithmetic>,
    /// Arithmetic of the fragment unit if a kernel asks for less precision.
    pub half_arithmetic: Fact<Option<Arithmetic>>,
    /// True if it computes in fixed point of 12 bits where a kernel asks for it.
    pub fixed_point: Fact<bool>,
    /// Number format of computed addresses.
    pub address: Fact<FloatFormat>,
    /// Number format of interpolants that arithmetic reads.
    pub interpolant: Fact<FloatFormat>,
    /// Bits of the interpolation weights between texels.
    pub filter_bits: Fact<u32>,

    /// The most live registers at which it runs at full rate; `None` if registers cost nothing.
    pub fast_registers: Fact<Option<u32>>,

    /// Occlusion queries, which count the fragments that pass.
    pub occlusion_query: Fact<bool>,
    /// Conditional rendering: draws depending on such a count, without the host.
    pub conditional_rendering: Fact<bool>,
    /// Work groups with shared memory.
    pub compute: Fact<bool>,

    /// Memory bandwidth in gigabytes per second; 0 for an interface.
    pub bandwidth: Fact<f64>,
    /// Peak rate of multiply-adds in the fragment units in GFLOP/s, each counted as two operations; 0 for an interface.
    pub peak: Fact<f64>,
}
