//! Rules of single operations: scalars, registers that must differ, how often an operation may be used.

use super::{refuse_at, target_place};
use crate::assembly::direct3d::shader::{Register, RegisterKind, Statement, WHOLE};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;

/// Checks the rules of an operation.
pub(super) fn check_operation(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    check_scalars(version, statement)?;
    check_different_registers(version, statement)?;
    check_matrix(statement)?;
    if statement.operation.name == "cnd" && version.is_before_pixel_1_4() {
        let alpha_of_r0 = statement.sources.first().is_some_and(|source| {
            source.register == Register::new(RegisterKind::Temporary, 0) && source.swizzle == [3; 4]
        });
        if !alpha_of_r0 {
            let at = statement.sources.first().map_or(statement.at, |source| source.at);
            return refuse_at(
                at,
                format!(
                    "expected r0.a as the first source of cnd in {}, found another one; move it to r0.a",
                    version.name
                ),
            );
        }
    }
    Ok(())
}

/// Refuses a scalar source that is not one component.
fn check_scalars(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    let name = statement.name();
    let scalar = |number: usize| match statement.operation.name {
        "sincos" => number == 0,
        "dp2add" => number == 2,
        "if_comp" | "break_comp" => true,
        _ => statement.operation.reads_scalars(),
    };
    for (number, source) in statement.sources.iter().enumerate() {
        // The oldest version takes the first component of a vector without a swizzle.
        let by_default = version.model == 11 && source.swizzle == WHOLE;
        // These registers have one component.
        let is_single = matches!(source.register.kind, RegisterKind::LoopCounter | RegisterKind::Face);
        let is_taken = by_default || is_single || source.is_replicated();
        if scalar(number) && !is_taken {
            return refuse_at(
                source.at,
                format!(
                    "expected one component of {} for {name}, found more; write {}.x",
                    source.register, source.register
                ),
            );
        }
    }
    let decides = matches!(statement.operation.name, "if" | "breakp" | "callnz");
    for source in statement
        .sources
        .iter()
        .filter(|source| decides && source.register.kind == RegisterKind::Predicate)
    {
        if !source.is_replicated() {
            return refuse_at(source.at, format!("expected one component of p0 for {name}, found more; write p0.x"));
        }
    }
    Ok(())
}

/// Refuses a result in a register that the operation still reads.
fn check_different_registers(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    let Some(target) = statement.target_register() else { return Ok(()) };
    let name = statement.operation.name;
    let apart: &[usize] = match name {
        "crs" => &[0, 1],
        "nrm" => &[0],
        "pow" => &[1],
        "cmp" if matches!(version.model, 12 | 13) => &[0, 1, 2],
        "m4x4" | "m4x3" | "m3x4" | "m3x3" | "m3x2" => &[0],
        "sgn" => &[1, 2],
        _ => &[],
    };
    for number in apart {
        let Some(source) = statement.sources.get(*number) else { continue };
        if source.register == target {
            return refuse_at(
                target_place(statement),
                format!(
                    "expected {name} to write another register than it reads, found {target} in both; write to another r#"
                ),
            );
        }
    }
    let constants: Vec<_> = statement.sources.iter().skip(1).map(|source| source.register).collect();
    if matches!(name, "sincos" | "sgn") && matches!(constants.as_slice(), [one, other] if one == other) {
        return refuse_at(
            statement.at,
            format!(
                "expected two different registers as the last sources of {name}, found {target} twice; use another one"
            )
            .replace(&target.to_string(), &constants.first().map_or(String::new(), |one| one.to_string())),
        );
    }
    Ok(())
}

/// Refuses a matrix that does not lie in registers.
fn check_matrix(statement: &Statement) -> ParseResult<()> {
    let (Some((_, rows)), Some(matrix)) = (statement.operation.matrix_size(), statement.sources.get(1)) else {
        return Ok(());
    };
    if !matches!(matrix.register.kind, RegisterKind::Constant | RegisterKind::Temporary) {
        let name = statement.operation.name;
        return refuse_at(
            matrix.at,
            format!(
                "expected the first register of a matrix for {name}, found {}; put the matrix in c#",
                matrix.register
            ),
        );
    }
    let target = statement.target_register().filter(|target| target.kind == matrix.register.kind);
    let last = matrix.register.number + rows as u32;
    if let Some(target) = target.filter(|target| (matrix.register.number..last).contains(&target.number)) {
        return refuse_at(
            target_place(statement),
            format!("expected a result outside of the matrix, found {target} in both; write to another r#"),
        );
    }
    Ok(())
}
