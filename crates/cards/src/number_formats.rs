//! The number formats a card uses for a kernel: its floats, halves if the kernel allows them, and floats for integers.

use super::profile::Profile;
use gristmill_base::precision::{Arithmetic, FloatFormat};
use gristmill_shader::{
    Dialect, ExpandedKernel, ShortNumbers, Stage, asks_for_halves, integers_as_floats, is_program, program_needs,
};

impl Profile {
    /// Returns the arithmetic of the fragment unit for a kernel: the smaller format if the kernel allows it.
    pub fn arithmetic_for(&self, expanded: &ExpandedKernel) -> Arithmetic {
        match self.half_arithmetic.value {
            Some(halves) if asks_for_halves(&expanded.text) => halves,
            // A program in assembly asks for less in single instructions.
            less => {
                let partial_halves = less.is_some_and(|less| less.format == FloatFormat::Fp16);
                let register_range = self.register_range(&expanded.text);
                Arithmetic { partial_halves, register_range, ..self.arithmetic.value }
            }
        }
    }

    /// Returns the largest absolute value that a register of the first pixel shaders holds; `None` for floats, for other
    /// programs, and for cards whose range no source names.
    fn register_range(&self, text: &str) -> Option<u8> {
        if !text.contains("ps_1_") {
            return None;
        }
        let version = program_needs(text)?.version?.name;
        match version.strip_prefix("ps_1_")? {
            // Direct3D promises this of every card, and an interface is no more than that.
            _ if self.name.starts_with("ps-") => Some(1),
            // No source names the range of this card: it is inferred from its numbers of 12 bits, which end at 2.
            "1" | "2" | "3" if self.fixed_point.value => Some(2),
            _ => None,
        }
    }

    /// Returns the numbers of the types `half` and `fixed` of a fragment program in Cg.
    #[doc(hidden)]
    pub fn short_numbers(&self) -> ShortNumbers {
        match (self.half_arithmetic.value, self.fixed_point.value) {
            (None, _) => ShortNumbers::Floats,
            (Some(_), false) => ShortNumbers::Halves,
            (Some(_), true) => ShortNumbers::HalvesAndSteps,
        }
    }

    /// Returns the words of a fragment kernel with its integers replaced by floats, if the card has
    /// no integers and the language allows it.
    pub fn words_in_floats(&self, expanded: &ExpandedKernel, words: &[u32]) -> Option<Vec<u32>> {
        let in_floats = !self.integers.value && expanded.stage == Stage::Fragment && may_be_floats(expanded);
        in_floats.then(|| integers_as_floats(words)).flatten()
    }
}

/// Returns true if the language of a text allows integers to be floats, as GLSL did before 1.30.
pub(super) fn may_be_floats(expanded: &ExpandedKernel) -> bool {
    let (dialect, _) = Dialect::detect(&expanded.text);
    let is_old = if dialect.is_es() { dialect.version < 300 } else { dialect.version < 130 };
    let name = &expanded.name;
    is_old && !name.ends_with(".wgsl") && !name.ends_with(".spv") && !is_program(&expanded.text)
}
