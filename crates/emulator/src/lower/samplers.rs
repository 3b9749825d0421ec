//! Textures and samplers that are declared separately: a texture gets one more slot for each sampler that reads it.

use super::super::assembly::TextureSlot;
use super::emit::MAX_SLOTS;
use super::error::{LowerResult, check_limit, not_emulated};
use super::lowering::Lowering;
use super::module::{id_operand, result_and_type};
use super::types::Type;
use super::value::{IdValue, PointerTarget};
use rspirv::dr::Instruction as Made;
use rspirv::spirv::Word;

impl Lowering<'_> {
    /// True for a sampler without a texture, or an array of them.
    pub(super) fn is_sampler(&self, mut of: Word) -> LowerResult<bool> {
        loop {
            match self.source.types.get(of)? {
                Type::Array { item, .. } => of = *item,
                kind => return Ok(matches!(kind, Type::LoneSampler)),
            }
        }
    }

    /// Declares a sampler at its first use.
    pub(super) fn declare_sampler(&mut self, variable: Word, of: Word) -> PointerTarget {
        PointerTarget::Sampler { name: self.resource_name(variable), of }
    }

    /// Applies an index to an array of samplers.
    pub(super) fn index_sampler(
        &mut self,
        value: IdValue,
        (name, of): (&str, Word),
        constant: Option<u32>,
    ) -> LowerResult<IdValue> {
        let Type::Array { item, count, .. } = *self.source.types.get(of)? else {
            return not_emulated("a sampler is indexed");
        };
        let Some(index) = constant else {
            return not_emulated("the index of a sampler must be a constant; index combined samplers instead");
        };
        if index >= count {
            return not_emulated(format!("index {index} is out of range; there are {count}"));
        }
        let target = PointerTarget::Sampler { name: format!("{name}[{index}]"), of: item };
        Ok(IdValue { target: Some(target), ..value })
    }

    /// Lowers `OpSampledImage`, a texture combined with the sampler that reads it.
    pub(super) fn lower_sampled_image(&mut self, instruction: &Made) -> LowerResult<()> {
        let (result, _) = result_and_type(instruction)?;
        let mut texture = self.id_value(id_operand(instruction, 0)?)?;
        let sampler = self.id_value(id_operand(instruction, 1)?)?;
        let Some(PointerTarget::Opaque { image: false, slot, count, of, moving }) = texture.target else {
            return not_emulated("OpSampledImage needs a texture and a sampler");
        };
        let Some(PointerTarget::Sampler { name, of: kind }) = sampler.target else {
            return not_emulated("OpSampledImage needs a texture and a sampler");
        };
        if !matches!(self.source.types.get(kind)?, Type::LoneSampler) {
            return not_emulated("an array of samplers is used as a whole");
        }
        let slot = self.combined_slot(slot, count, &name)?;
        texture.target = Some(PointerTarget::Opaque { image: false, slot, count, of, moving });
        self.set_value(result, texture)
    }

    /// Returns the first slot of these textures combined with that sampler.
    fn combined_slot(&mut self, first: u16, count: u16, sampler: &str) -> LowerResult<u16> {
        let key = (first, sampler.to_string());
        if let Some(&known) = self.known.sampled.get(&key) {
            return Ok(known);
        }
        let textures = &self.out.code.textures;
        let with = textures.len();
        check_limit("samplers and images", with as u64 + u64::from(count), MAX_SLOTS, "use fewer")?;
        let own = textures.iter().skip(first.into()).take(count.into());
        let own: Vec<TextureSlot> = own
            .map(|slot| TextureSlot { sampler: Some(sampler.to_string()), ..slot.clone() })
            .collect();
        self.out.code.textures.extend(own);
        self.known.sampled.insert(key, with as u16);
        Ok(with as u16)
    }
}
