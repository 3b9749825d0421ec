//! Private and shared accesses of instructions under the Vulkan memory model.

use super::super::assembly::{Instruction, MemoryScope, Pc, Sharing};
use super::lowering::Lowering;
use rspirv::dr::{Instruction as Made, Operand};
use rspirv::spirv::{ImageOperands, MemoryAccess};

impl Lowering<'_> {
    /// Records how the code from that place on, lowered from one instruction, shares its accesses.
    pub(super) fn record_sharing(&mut self, instruction: &Made, begins: Pc) {
        if self.out.code.sharing.is_none() {
            return;
        }
        let Some(sharing) = self.sharing_of(instruction) else { return };
        let code = (begins..).zip(self.out.code.instructions.iter().skip(begins as usize));
        let uses = code.filter(|(_, instruction)| {
            matches!(
                instruction,
                Instruction::Load { .. }
                    | Instruction::LoadNarrow { .. }
                    | Instruction::Store { .. }
                    | Instruction::StoreNarrow { .. }
                    | Instruction::Image { .. }
            )
        });
        if let Some(known) = &mut self.out.code.sharing {
            known.extend(uses.map(|(pc, _)| (pc, sharing)));
        }
    }

    fn sharing_of(&self, instruction: &Made) -> Option<Sharing> {
        let mut operands = instruction.operands.iter();
        let (shared, at_once) = operands.find_map(|operand| match operand {
            Operand::MemoryAccess(access) => Some((
                access.contains(MemoryAccess::NON_PRIVATE_POINTER),
                access.intersects(MemoryAccess::MAKE_POINTER_AVAILABLE | MemoryAccess::MAKE_POINTER_VISIBLE),
            )),
            Operand::ImageOperands(image) => Some((
                image.contains(ImageOperands::NON_PRIVATE_TEXEL),
                image.intersects(ImageOperands::MAKE_TEXEL_AVAILABLE | ImageOperands::MAKE_TEXEL_VISIBLE),
            )),
            _ => None,
        })?;
        if !shared || !at_once {
            return shared.then_some(Sharing::ByFence);
        }
        let scope = operands.find_map(|operand| match operand {
            Operand::IdScope(scope) => self.source.constants.scalar_word(*scope),
            _ => None,
        });
        Some(Sharing::AtOnce(MemoryScope::from_spirv(scope.unwrap_or_default())))
    }

    /// Keeps accesses private that wait for a memory barrier, if no barrier makes writes available.
    /// Called after everything is lowered.
    pub(super) fn settle_sharing(&mut self) {
        if let (Some(sharing), false) = (&mut self.out.code.sharing, self.out.fences_share) {
            sharing.retain(|_, sharing| *sharing != Sharing::ByFence);
        }
    }
}
