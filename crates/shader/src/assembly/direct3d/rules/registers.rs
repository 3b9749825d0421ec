//! The registers of each version, and how many different ones an instruction may read.

use super::refuse_at;
use crate::assembly::direct3d::operation::OperationKind;
use crate::assembly::direct3d::shader::{Register, RegisterKind, RelativeIndex, Source, Statement};
use crate::assembly::direct3d::version::ShaderVersion;
use crate::assembly::program_error::ParseResult;

/// The registers of flow control, `i#` and `b#`.
const FLOW_CONSTANTS: u32 = 16;

/// Returns the number of registers of a kind in a version; 0 if it has none.
fn count_registers(version: &ShaderVersion, kind: RegisterKind) -> u32 {
    let model = version.model;
    let pixel = version.pixel;
    let has_flow = version.flow.loops > 0;
    let one_if = u32::from;
    match kind {
        RegisterKind::Temporary => version.temporaries,
        RegisterKind::Input => version.inputs,
        RegisterKind::Constant => version.constants,
        RegisterKind::Integer | RegisterKind::Boolean if has_flow => FLOW_CONSTANTS,
        RegisterKind::Integer | RegisterKind::Boolean => 0,
        RegisterKind::Coordinate => version.coordinates,
        RegisterKind::Sampler if pixel && model < 20 => 0,
        RegisterKind::Sampler => version.samplers,
        RegisterKind::Address => one_if(!pixel),
        RegisterKind::LoopCounter => one_if(if pixel { model == 30 } else { model >= 20 }),
        RegisterKind::Predicate => one_if(version.predicates),
        RegisterKind::Label if !has_flow => 0,
        RegisterKind::Label => {
            if model == 30 {
                2048
            } else {
                16
            }
        }
        RegisterKind::Position | RegisterKind::Fog | RegisterKind::PointSize => one_if(!pixel && model < 30),
        RegisterKind::VertexColor => 2 * one_if(!pixel && model < 30),
        RegisterKind::VertexCoordinate => 8 * one_if(!pixel && model < 30),
        RegisterKind::Output => 12 * one_if(!pixel && model == 30),
        RegisterKind::PixelColor => 4 * one_if(pixel && model >= 20),
        RegisterKind::PixelDepth => one_if(pixel && model >= 20),
        RegisterKind::PixelPosition | RegisterKind::Face => one_if(pixel && model == 30),
    }
}

/// Refuses registers that a version has not.
pub(super) fn check_registers(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    if let Some(target) = &statement.target {
        check_register(version, target.register, target.at)?;
        if target.relative.is_some() {
            let fits = target.register.kind == RegisterKind::Output && target.relative == Some(RelativeIndex::Loop);
            if !fits {
                return refuse_at(
                    target.at,
                    format!(
                        "expected a register without an index, found {}; only o[aL] of vs_3_0 is written by an index",
                        target.register
                    ),
                );
            }
        }
    }
    for source in statement.sources.iter().chain(&statement.predicate) {
        check_register(version, source.register, source.at)?;
        check_index(version, source)?;
    }
    Ok(())
}

fn check_register(version: &ShaderVersion, register: Register, at: usize) -> ParseResult<()> {
    let count = count_registers(version, register.kind);
    if register.number < count {
        return Ok(());
    }
    let name = version.name;
    match count {
        0 => refuse_at(at, format!("expected a register of {name}, found {register}; {name} has no such registers")),
        1 => refuse_at(at, format!("expected a register of {name}, found {register}; there is number 0 alone")),
        _ => {
            let last = count - 1;
            refuse_at(at, format!("expected a register of {name}, found {register}; the last one is number {last}"))
        }
    }
}

/// Checks the register that is added to another one's number.
fn check_index(version: &ShaderVersion, source: &Source) -> ParseResult<()> {
    let Some(relative) = source.relative else { return Ok(()) };
    let name = version.name;
    let register = source.register;
    let fits = match (register.kind, relative) {
        (RegisterKind::Constant, RelativeIndex::Address(lane)) => !version.pixel && (lane == 0 || version.model >= 20),
        (RegisterKind::Constant, RelativeIndex::Loop) => !version.pixel && version.model >= 20,
        (RegisterKind::Input, RelativeIndex::Loop) => version.model == 30,
        (RegisterKind::Input, RelativeIndex::Address(_)) => !version.pixel && version.model == 30,
        _ => false,
    };
    match fits {
        true => Ok(()),
        false => refuse_at(
            source.at,
            format!("expected a register without this index, found {register} with one; {name} has no such index"),
        ),
    }
}

/// Returns the most different registers of a kind that one instruction may read.
fn count_ports(version: &ShaderVersion, kind: RegisterKind) -> usize {
    const UNLIMITED: usize = 4;
    match (version.pixel, version.model, kind) {
        (true, 11..=14, RegisterKind::Constant | RegisterKind::Input) => 2,
        (true, 11..=13, RegisterKind::Temporary) => 2,
        (true, 11, RegisterKind::Coordinate) => 2,
        (true, 12 | 13, RegisterKind::Coordinate) => 3,
        (true, 14, RegisterKind::Coordinate) => 1,
        (true, 20 | 21, RegisterKind::Constant) => 2,
        (true, 20 | 21, RegisterKind::Input | RegisterKind::Coordinate) => 1,
        (false, _, RegisterKind::Constant | RegisterKind::Input) => 1,
        _ => UNLIMITED,
    }
}

/// Refuses an instruction that reads more different registers of a kind than there are ports.
pub(super) fn check_ports(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    if statement.operation.kind != OperationKind::Arithmetic {
        return Ok(());
    }
    let mut read: Vec<(Register, Option<RelativeIndex>)> = vec![];
    for source in &statement.sources {
        let one = (source.register, source.relative);
        // `sincos` names constants that it needs, and reads them one after the other.
        let is_of_sine = statement.operation.name == "sincos" && source.register.kind == RegisterKind::Constant;
        if read.contains(&one) || is_of_sine {
            continue;
        }
        read.push(one);
        let kind = source.register.kind;
        let different = read.iter().filter(|(register, _)| register.kind == kind).count();
        let most = count_ports(version, kind);
        if different > most {
            let first = read
                .iter()
                .find(|(register, _)| register.kind == kind)
                .map(|(register, _)| *register);
            let first = first.map_or(String::new(), |register| register.to_string());
            let plural = if most == 1 { "register" } else { "different registers" };
            let message = format!(
                "expected at most {most} {plural} of this kind in an instruction of {}, found {} beside {first}; move one to r#",
                version.name, source.register
            );
            return refuse_at(source.at, message);
        }
    }
    Ok(())
}
