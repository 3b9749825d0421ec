//! Uniforms outside blocks: registers that the host sets.

use super::super::assembly::UniformSlot;
use super::super::number::Number;
use super::fault::{Lowered, fault, limit};
use super::lowering::Lowering;
use super::types::Type;
use super::value::PointerTarget;
use gristmill_base::element::Scalar;
use rspirv::dr::Operand;
use rspirv::spirv::Word;

impl Lowering<'_> {
    /// Declares a uniform, with all its members and items.
    pub(super) fn uniform(&mut self, variable: Word, of: Word) -> Lowered<PointerTarget> {
        let local = self.given(variable, of)?;
        let first = self.known.locals.get(local).map_or(0, |local| local.first);
        self.uniform_slots(self.source.module.called(variable), of, first)?;
        // The declared value, for a host that does not set the uniform.
        let initial = self
            .source
            .module
            .variable(variable)
            .and_then(|made| made.operands.get(1))
            .and_then(Operand::id_ref_any);
        if let Some((_, words)) = initial.and_then(|initial| self.source.constants.get(initial)) {
            let room = self.source.types.words(of)? as usize;
            self.out.registers.words.extend((first..).zip(words.iter().copied()).take(room));
        }
        Ok(PointerTarget::Local { local, offset: 0, of, moving: false })
    }

    /// Adds a variable that the kernel cannot write.
    pub(super) fn given(&mut self, variable: Word, of: Word) -> Lowered<usize> {
        let words = self.source.types.words(of)?;
        let first = self.out.registers.fresh(words, super::registers::Owner::Fixed)?;
        let number = self.known.locals.len();
        self.known.locals.push(super::lowering::Local {
            name: self.source.module.called(variable),
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
    fn uniform_slots(&mut self, name: String, of: Word, first: u32) -> Lowered<()> {
        limit("uniforms", self.out.code.uniforms.len() as u64, 1 << 16, "put them into a buffer")?;
        match self.source.types.get(of)?.clone() {
            Type::Struct(members) => {
                let mut at = first;
                for (number, member) in (0..).zip(members) {
                    let name = format!("{name}.{}", self.source.module.member_name(of, number));
                    self.uniform_slots(name, member.of, at)?;
                    at += self.source.types.words(member.of)?;
                }
            }
            Type::Array { item, count, .. } if self.source.types.number(item).is_some() => {
                self.uniform_slot(name, item, first, count)?;
            }
            Type::Array { item, count, .. } => {
                let words = self.source.types.words(item)?;
                for number in 0..count {
                    self.uniform_slots(format!("{name}[{number}]"), item, first + number * words)?;
                }
            }
            _ => self.uniform_slot(name, of, first, 1)?,
        }
        Ok(())
    }

    fn uniform_slot(&mut self, name: String, of: Word, first: u32, items: u32) -> Lowered<()> {
        let words = self.source.types.words(of)?;
        let wide = self.source.types.number(of).filter(|number| number.bits() == 64);
        let scalar = self.source.types.scalar(of).or(match self.source.types.number(of) {
            Some(Number::Int(_)) => Some(Scalar::I32),
            Some(Number::Uint(_)) => Some(Scalar::U32),
            Some(Number::Float(_)) => Some(Scalar::F32),
            None => None,
        });
        let Some(scalar) = scalar else { return fault(format!("{name} is no number")) };
        let boolean = self.source.types.is_bool(of);
        let scalar = if boolean { Scalar::U32 } else { scalar };
        self.out
            .code
            .uniforms
            .push(UniformSlot { name, first, words, items, scalar, boolean, wide });
        Ok(())
    }
}
