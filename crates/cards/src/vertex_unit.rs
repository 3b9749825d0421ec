//! A card's vertex unit: its limits and features.

use super::costs::Costs;
use super::fact::Fact;
use super::loop_count::LoopCount;
use gristmill_base::precision::FloatFormat;
use serde::Serialize;
use std::fmt;

/// The textures that a vertex unit reads.
///
/// ```
/// use gristmill::{Profile, card::VertexReads};
/// assert_eq!(Profile::named("geforce-6800")?.vertex.reads.value, VertexReads::Floats);
/// assert_eq!(Profile::named("radeon-x1800")?.vertex.reads.value, VertexReads::Nothing);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum VertexReads {
    /// None.
    Nothing,
    /// `R32F` and `RGBA32F` in two dimensions, at the nearest texel.
    Floats,
    /// Formats that the host must ask for, at the nearest texel.
    Asked,
    /// All that the fragment unit reads.
    Anything,
}

impl fmt::Display for VertexReads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            VertexReads::Nothing => "none",
            VertexReads::Floats => "R32F, RGBA32F, 2D, nearest",
            VertexReads::Asked => "to be asked, nearest",
            VertexReads::Anything => "all",
        })
    }
}

/// The vertex unit of a card, or the vertex language of an interface, as data. Each number has its source.
///
/// A limit of `None` means that there is no limit. Registers have four components.
///
/// ```
/// use gristmill::{Profile, card::VertexUnit};
/// let unit: VertexUnit = Profile::named("radeon-9700")?.vertex;
/// assert_eq!((unit.slots.value, unit.textures.value), (Some(256), 0));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct VertexUnit {
    /// The name of the vertex language, if the profile's title is that of its fragment language.
    pub language: Option<&'static str>,
    /// Instructions of a kernel.
    pub slots: Fact<Option<u32>>,
    /// Instructions that one vertex may run; loops count each turn.
    pub executed: Fact<Option<u32>>,
    /// Registers for uniforms and literals.
    pub constants: Fact<Option<u32>>,
    /// Registers for intermediate results.
    pub temporaries: Fact<Option<u32>>,
    /// Registers for computed indices.
    pub address_registers: Fact<Option<u32>>,
    /// Vertex streams of four components.
    pub attributes: Fact<Option<u32>>,
    /// Vectors of four components handed to the rasteriser, with the position.
    pub outputs: Fact<Option<u32>>,
    /// True if colours, the fog and the size of a point take outputs too.
    pub shared_outputs: Fact<bool>,
    /// Different constants that one instruction may read.
    pub constants_per_instruction: Fact<Option<u32>>,
    /// Different attributes that one instruction may read.
    pub attributes_per_instruction: Fact<Option<u32>>,
    /// Nesting depth of branches on computed values; 0 means none, so both sides are computed.
    pub branches: Fact<Option<u32>>,
    /// Nesting depth of loops; 0 means no loops.
    pub loops: Fact<Option<u32>>,
    /// Turns of one loop.
    pub turns: Fact<Option<u32>>,
    /// The permitted source of the number of turns.
    pub loop_count: Fact<LoopCount>,
    /// Nesting depth of subroutine calls; 0 means no subroutines.
    pub calls: Fact<Option<u32>>,
    /// Constants indexed by computed values.
    pub indexed_constants: Fact<bool>,
    /// Temporaries indexed by computed values.
    pub indexed_temporaries: Fact<bool>,
    /// Integers of 32 bits with bit operations.
    pub integers: Fact<bool>,
    /// Textures that it may read from at once.
    pub textures: Fact<u32>,
    /// The kinds of those textures.
    pub reads: Fact<VertexReads>,
    /// True if a vertex kernel may write streams (transform feedback).
    pub streams: Fact<bool>,
    /// The format of its numbers.
    pub format: Fact<FloatFormat>,
    /// The cost of operations that take more than one slot.
    pub costs: Fact<Costs>,
}
