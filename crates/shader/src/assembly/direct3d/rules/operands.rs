//! The kinds of registers that each operation writes and reads.

use super::refuse_at;
use crate::assembly::direct3d::operation::OperationKind;
use crate::assembly::direct3d::shader::{RegisterKind, Source, Statement, Target, WHOLE};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;

/// Refuses operands of a wrong kind.
pub(super) fn check_operands(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    if let Some(target) = &statement.target {
        check_target(version, statement, target)?;
    }
    for (number, source) in statement.sources.iter().enumerate() {
        let (fits, wanted) = source_fits(version, statement, number, source);
        if !fits {
            let name = statement.name();
            return refuse_at(
                source.at,
                format!("expected {wanted} as source {} of {name}, found {}; use one", number + 1, source.register),
            );
        }
    }
    check_predicate(version, statement)
}

/// Refuses a register that an operation cannot write.
fn check_target(version: &ShaderVersion, statement: &Statement, target: &Target) -> ParseResult<()> {
    use RegisterKind::{Address, Coordinate, Predicate, Temporary};
    let kind = target.register.kind;
    let before_1_4 = version.is_before_pixel_1_4();
    let name = statement.operation.name;
    let (fits, wanted) = match (statement.operation.kind, name) {
        // What they declare and define is checked with the declarations.
        (OperationKind::Setup, _) => return Ok(()),
        (_, "setp") => (kind == Predicate, "p0"),
        (_, "mova") => (kind == Address, "a0"),
        (_, "texkill") if before_1_4 => (kind == Coordinate, "t#"),
        (_, "texkill") if version.model == 30 => (matches!(kind, Temporary | RegisterKind::Input), "r# or v#"),
        (_, "texkill") => (matches!(kind, Temporary | Coordinate), "r# or t#"),
        (OperationKind::Texture, _) if before_1_4 => (kind == Coordinate, "t#"),
        (OperationKind::Texture, _) if version.model < 30 => (kind == Temporary, "r#"),
        (_, "nrm" | "crs" | "sincos" | "pow" | "sgn") => (kind == Temporary, "r#"),
        _ if before_1_4 => (matches!(kind, Temporary | Coordinate), "r# or t#"),
        _ if version.is_pixel_1() => (kind == Temporary, "r#"),
        (_, "mov") if version.model == 11 => {
            (kind == Temporary || kind == Address || kind.is_output(), "r#, a0 or an output")
        }
        _ => (kind == Temporary || kind.is_output(), "r# or an output"),
    };
    if fits {
        return Ok(());
    }
    refuse_at(
        target.at,
        format!(
            "expected {wanted} as the result of {name} in {}, found {}; write to one",
            version.name, target.register
        ),
    )
}

/// Returns true if a source is of a kind that an operation reads, and the kinds in words.
fn source_fits(version: &ShaderVersion, statement: &Statement, number: usize, source: &Source) -> (bool, &'static str) {
    use RegisterKind::{
        Boolean, Constant, Coordinate, Face, Input, Integer, Label, LoopCounter, PixelPosition, Predicate, Sampler,
        Temporary,
    };
    let kind = source.register.kind;
    let decides = if version.predicates { "b# or p0" } else { "b#" };
    match (statement.operation.name, number) {
        ("call" | "label", _) | ("callnz", 0) => (kind == Label, "a label l#"),
        ("callnz", _) | ("if", _) => (kind == Boolean || version.predicates && kind == Predicate, decides),
        ("breakp", _) => (kind == Predicate, "p0"),
        ("loop", 0) => (kind == LoopCounter, "aL"),
        ("loop", _) | ("rep", _) => (kind == Integer, "i#"),
        ("texld" | "texldp" | "texldb" | "texldd" | "texldl", 1) => (kind == Sampler, "a sampler s#"),
        ("texld" | "texldp" | "texldb" | "texldd", 0) if version.is_pixel_2() => {
            (matches!(kind, Temporary | Coordinate), "r# or t#")
        }
        ("texld" | "texcrd", _) if version.model == 14 => (matches!(kind, Temporary | Coordinate), "r# or t#"),
        ("texm3x3spec", 1) => (kind == Constant, "c#"),
        ("sincos", 1..) => (kind == Constant, "c#"),
        ("sgn", 1..) => (kind == Temporary, "r#"),
        _ if statement.operation.kind == OperationKind::Texture && version.is_before_pixel_1_4() => {
            (kind == Coordinate, "t#")
        }
        _ if version.model == 14 && version.pixel => (matches!(kind, Temporary | Constant | Input), "r#, c# or v#"),
        _ => (
            matches!(kind, Temporary | Constant | Input | Coordinate | Face | PixelPosition | LoopCounter),
            "a register of numbers",
        ),
    }
}

/// Refuses a predicate where none may be.
fn check_predicate(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    let Some(predicate) = &statement.predicate else { return Ok(()) };
    let computes = matches!(statement.operation.kind, OperationKind::Arithmetic | OperationKind::Texture);
    if !computes || statement.target.is_none() || matches!(statement.operation.name, "setp" | "texkill") {
        let name = statement.name();
        return refuse_at(predicate.at, format!("expected {name} without a predicate, found one; use if p0.x"));
    }
    if predicate.swizzle != WHOLE && !predicate.is_replicated() {
        return refuse_at(
            predicate.at,
            "expected p0 whole or one component of it, found another swizzle; write p0 or p0.x".to_string(),
        );
    }
    if statement.operation.name == "sincos" && version.model < 30 && !predicate.is_replicated() {
        return refuse_at(
            predicate.at,
            "expected one component of p0 for sincos, found p0 whole; write p0.x".to_string(),
        );
    }
    Ok(())
}
