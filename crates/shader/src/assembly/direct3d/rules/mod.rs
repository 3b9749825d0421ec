//! The rules of the versions: what a shader that follows the grammar may still not do.
//!
//! Source: Microsoft's "Asm Shader Reference". Statements are checked in their order, so that the
//! first fault is reported; what shows only in the whole shader is reported at its end.

mod declarations;
mod first_writes;
mod flow;
mod limits;
mod modifiers;
mod operands;
mod operations;
mod outputs;
mod pixel_1;
mod registers;
mod textures;

pub(super) use textures::texture_levels;

use super::shader::{Shader, Statement};
use crate::assembly::program_error::{ParseResult, ProgramError};

/// Checks a shader by the rules of its version.
pub(super) fn check_shader(shader: &Shader) -> ParseResult<()> {
    let mut declarations = declarations::DeclarationRules::new(shader);
    let mut writes = first_writes::FirstWrites::new(shader);
    let mut flow = flow::FlowRules::new(shader);
    let mut limits = limits::LimitRules::new(shader);
    let mut outputs = outputs::OutputRules::new(shader);
    let mut pixel_1 = pixel_1::PixelOneRules::new(shader);
    let mut textures = textures::TextureRules::new(shader);
    for (number, statement) in shader.statements.iter().enumerate() {
        registers::check_registers(shader.version, statement)?;
        declarations.check_statement(statement)?;
        operands::check_operands(shader.version, statement)?;
        modifiers::check_modifiers(shader.version, statement)?;
        modifiers::check_swizzles(shader.version, statement)?;
        modifiers::check_mask(shader.version, statement)?;
        registers::check_ports(shader.version, statement)?;
        operations::check_operation(shader.version, statement)?;
        pixel_1.check_statement(number, statement)?;
        textures.check_statement(statement)?;
        writes.check_statement(statement)?;
        flow.check_statement(statement)?;
        outputs.check_statement(statement, flow.is_dynamic(), flow.is_nested())?;
        limits.check_statement(statement)?;
    }
    pixel_1.check_end()?;
    flow.check_end()?;
    outputs.check_end()
}

/// Builds the error of a rule.
fn refuse_at<T>(at: usize, message: impl Into<String>) -> ParseResult<T> {
    Err(ProgramError::new(at, message))
}

/// Returns the place of a statement's target, or of the statement.
fn target_place(statement: &Statement) -> usize {
    statement.target.as_ref().map_or(statement.at, |target| target.at)
}
