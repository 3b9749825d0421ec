//! Chains of texture reads, each at what the one before it read.

use super::refuse_at;
use crate::assembly::direct3d::operation::OperationKind;
use crate::assembly::direct3d::shader::{Register, RegisterKind, Shader, Statement};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;
use std::collections::HashMap;

/// Follows the order of dependent reads: a read at an interpolated coordinate is of order zero.
pub(super) struct TextureRules {
    version: &'static ShaderVersion,
    /// The order that each register's contents derive from.
    orders: HashMap<Register, usize>,
    /// The highest order so far; `None` before the first read.
    highest: Option<usize>,
}

impl TextureRules {
    pub(super) fn new(shader: &Shader) -> TextureRules {
        TextureRules { version: shader.version, orders: HashMap::new(), highest: None }
    }

    pub(super) fn check_statement(&mut self, statement: &Statement) -> ParseResult<()> {
        let Some(target) = statement.target_register().filter(|_| statement.declared.is_none()) else { return Ok(()) };
        let reads = statement.operation.kind == OperationKind::Texture;
        let of = |register: Register| self.orders.get(&register).copied();
        let sources = statement.sources.iter().map(|source| source.register);
        if !reads || matches!(statement.operation.name, "texkill" | "texcoord" | "texcrd" | "texdepth") {
            let order = sources.filter_map(of).max().unwrap_or(0);
            let is_whole = statement.target.as_ref().is_some_and(|target| target.mask == [true; 4]);
            let before = if is_whole { 0 } else { of(target).unwrap_or(0) };
            self.orders.insert(target, order.max(before));
            return Ok(());
        }
        let computed = sources.filter(|register| register.kind == RegisterKind::Temporary || of(*register).is_some());
        let computed = computed.map(|register| of(register).unwrap_or(0) + 1).max();
        let again = of(target).map(|order| order + 1);
        let order = computed.max(again).unwrap_or(0);
        self.orders.insert(target, order);
        self.highest = self.highest.max(Some(order));
        match self.version.dependent_reads {
            Some(most) if order >= most => refuse_at(
                statement.at,
                format!(
                    "expected at most {most} texture reads in a chain in {}, found {}; read some in another pass",
                    self.version.name,
                    order + 1
                ),
            ),
            _ => Ok(()),
        }
    }
}

/// Returns the length of the longest chain of texture reads.
pub(in crate::assembly::direct3d) fn texture_levels(shader: &Shader) -> usize {
    let mut rules = TextureRules::new(shader);
    for statement in &shader.statements {
        // A chain that is too long is refused with the other rules.
        let _ = rules.check_statement(statement);
    }
    rules.highest.map_or(0, |order| order + 1)
}
