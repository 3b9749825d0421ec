//! Uniforms outside blocks: registers that the host sets.

use super::super::assembly::UniformSlot;
use super::super::number::NumberType;
use super::error::{LowerResult, check_limit, not_emulated};
use super::lowering::Lowering;
use super::types::Type;
use super::value::PointerTarget;
use gristmill_base::element::Scalar;
use rspirv::dr::Operand;
use rspirv::spirv::Word;

impl Lowering<'_> {
    /// Declares a uniform, with all its members and items.
    pub(super) fn declare_uniform(&mut self, variable: Word, of: Word) -> LowerResult<PointerTarget> {
        let local = self.add_read_only_local(variable, of)?;
        let first = self.known.locals.get(local).map_or(0, |local| local.first);
        self.add_uniform_slots(self.source.module.display_name(variable), of, first)?;
        // The declared value, for a host that does not set the uniform.
        let initial = self
            .source
            .module
            .variable(variable)
            .and_then(|made| made.operands.get(1))
            .and_then(Operand::id_ref_any);
        if let Some((_, words)) = initial.and_then(|initial| self.source.constants.get(initial)) {
            let room = self.source.types.word_count(of)? as usize;
            self.out.registers.words.extend((first..).zip(words.iter().copied()).take(room));
        }
        Ok(PointerTarget::Local { local, offset: 0, of, moving: false })
    }

    /// Adds a variable that the kernel cannot write.
    pub(super) fn add_read_only_local(&mut self, variable: Word, of: Word) -> LowerResult<usize> {
        let words = self.source.types.word_count(of)?;
        let first = self.out.registers.allocate_new(words, super::registers::Owner::Fixed)?;
        let number = self.known.locals.len();
        self.known.locals.push(super::lowering::LocalVariable {
            name: self.source.module.display_name(variable),
            of,
            first,
            words,
            layout: None,
            slot: None,
            given: true,
            aliases: vec![],
            touched: 0,
            line: 0,
        });
        Ok(number)
    }

    /// Adds the uniforms that GL names: each member and item has a name, except items of an array of numbers.
    fn add_uniform_slots(&mut self, name: String, of: Word, first: u32) -> LowerResult<()> {
        check_limit("uniforms", self.out.code.uniforms.len() as u64, 1 << 16, "put them into a buffer")?;
        match self.source.types.get(of)?.clone() {
            Type::Struct(members) => {
                let mut at = first;
                for (number, member) in (0..).zip(members) {
                    let name = format!("{name}.{}", self.source.module.member_name(of, number));
                    self.add_uniform_slots(name, member.of, at)?;
                    at += self.source.types.word_count(member.of)?;
                }
            }
            Type::Array { item, count, .. } if self.source.types.element_number(item).is_some() => {
                self.add_uniform_slot(name, item, first, count)?;
            }
            Type::Array { item, count, .. } => {
                let words = self.source.types.word_count(item)?;
                for number in 0..count {
                    self.add_uniform_slots(format!("{name}[{number}]"), item, first + number * words)?;
                }
            }
            _ => self.add_uniform_slot(name, of, first, 1)?,
        }
        Ok(())
    }

    fn add_uniform_slot(&mut self, name: String, of: Word, first: u32, items: u32) -> LowerResult<()> {
        let words = self.source.types.word_count(of)?;
        let wide = self.source.types.element_number(of).filter(|number| number.bit_width() == 64);
        let scalar = self
            .source
            .types
            .scalar_type(of)
            .or(match self.source.types.element_number(of) {
                Some(NumberType::Int(_)) => Some(Scalar::I32),
                Some(NumberType::Uint(_)) => Some(Scalar::U32),
                Some(NumberType::Float(_)) => Some(Scalar::F32),
                None => None,
            });
        let Some(scalar) = scalar else { return not_emulated(format!("{name} is not a number")) };
        let boolean = self.source.types.is_bool(of);
        let scalar = if boolean { Scalar::U32 } else { scalar };
        self.out
            .code
            .uniforms
            .push(UniformSlot { name, first, words, items, scalar, boolean, wide });
        Ok(())
    }
}
