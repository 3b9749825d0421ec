//! The slots of a shader against those of its version.

use super::refuse_at;
use crate::assembly::direct3d::operation::OperationKind;
use crate::assembly::direct3d::shader::{Shader, Statement};
use crate::assembly::direct3d::slots::{StatementSlots, statement_slots};
use crate::assembly::program_error::ParseResult;

pub(super) struct LimitRules<'s> {
    shader: &'s Shader,
    used: StatementSlots,
    /// Uses of `cmp` and `dp4`.
    uses: [usize; 2],
}

/// Most `cmp` and `dp4` of a shader of `ps_1_2` or `ps_1_3`.
const MOST_USES: [(&str, usize); 2] = [("cmp", 3), ("dp4", 4)];

impl<'s> LimitRules<'s> {
    pub(super) fn new(shader: &'s Shader) -> LimitRules<'s> {
        LimitRules { shader, used: StatementSlots::default(), uses: [0; 2] }
    }

    /// Counts a statement, and refuses it if it is one too many.
    pub(super) fn check_statement(&mut self, statement: &Statement) -> ParseResult<()> {
        let version = self.shader.version;
        if statement.operation.name == "phase" {
            // Each phase has slots of its own.
            self.used = StatementSlots::default();
            return Ok(());
        }
        self.used.add_slots(statement_slots(self.shader, statement));
        let StatementSlots { arithmetic, texture, .. } = self.used;
        let total = self.used.total_slots();
        let shares = version.shares_slots() || version.model == 30 || !version.pixel;
        let is_texture = statement.operation.kind == OperationKind::Texture;
        let name = version.name;
        let part = if version.model == 14 && version.pixel { "a phase of " } else { "" };
        if !shares && texture > version.texture_slots && is_texture {
            return refuse_at(
                statement.at,
                format!(
                    "expected at most {} texture instructions in {part}{name}, found one more; use fewer, or another pass",
                    version.texture_slots
                ),
            );
        }
        if !shares && arithmetic > version.arithmetic_slots {
            return refuse_at(
                statement.at,
                format!(
                    "expected at most {} slots of arithmetic in {part}{name}, found {arithmetic}; use fewer, or another pass",
                    version.arithmetic_slots
                ),
            );
        }
        if shares && total > version.total_slots {
            return refuse_at(
                statement.at,
                format!(
                    "expected at most {} slots in {name}, found {total}; use fewer, or another pass",
                    version.total_slots
                ),
            );
        }
        self.count_uses(statement)
    }

    fn count_uses(&mut self, statement: &Statement) -> ParseResult<()> {
        if !(self.shader.version.pixel && matches!(self.shader.version.model, 12 | 13)) {
            return Ok(());
        }
        for ((name, most), uses) in MOST_USES.iter().zip(&mut self.uses) {
            *uses += usize::from(statement.operation.name == *name);
            if *uses > *most && statement.operation.name == *name {
                return refuse_at(
                    statement.at,
                    format!(
                        "expected {name} at most {most} times in {}, found it once more; use another way",
                        self.shader.version.name
                    ),
                );
            }
        }
        Ok(())
    }
}
