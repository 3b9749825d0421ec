//! Modifiers of results and sources, swizzles and masks.

use super::{refuse_at, target_place};
use crate::assembly::direct3d::operation::OperationKind;
use crate::assembly::direct3d::shader::{RegisterKind, Source, SourceModifier, Statement, WHOLE};
use crate::assembly::direct3d::version::{ShaderVersion, SourceSwizzles};
use crate::assembly::program_error::ParseResult;

/// Refuses modifiers that a version or an operation has not.
pub(super) fn check_modifiers(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    check_result(version, statement)?;
    for (number, source) in statement.sources.iter().enumerate() {
        check_source(version, statement, number, source)?;
    }
    Ok(())
}

/// Checks `_sat`, `_pp`, `_centroid` and the shifts.
fn check_result(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    let at = statement.at;
    let name = statement.name();
    let computes = statement.operation.kind == OperationKind::Arithmetic && statement.target.is_some() && name != "nop";
    if statement.shift != 0 {
        let most = if version.model == 14 { 3 } else { 2 };
        let least = if version.model == 14 { -3 } else { -1 };
        if !version.is_pixel_1() || !computes {
            return refuse_at(
                at,
                format!(
                    "expected {name} without a shift as _x2, found one; only arithmetic of ps_1_1 to ps_1_4 has them"
                ),
            );
        }
        if !(least..=most).contains(&statement.shift) {
            return refuse_at(
                at,
                format!(
                    "expected _x2, _x4 or _d2 in {}, found another shift; _x8, _d4 and _d8 are of ps_1_4",
                    version.name
                ),
            );
        }
    }
    if statement.saturates {
        let has = version.pixel || version.model == 30;
        let excluded = version.model >= 20 && matches!(statement.operation.name, "frc" | "sincos");
        if !has || !computes || excluded || statement.operation.name == "setp" || statement.operation.name == "mova" {
            return refuse_at(
                at,
                format!("expected {name} without _sat in {}, found it; use min and max", version.name),
            );
        }
        let is_output = statement.target_register().is_some_and(|register| register.kind.is_output());
        if version.is_pixel_2() && is_output {
            return refuse_at(
                at,
                "expected an output written without _sat, found it; saturate into r# and move it".to_string(),
            );
        }
    }
    let is_declaration = statement.operation.name == "dcl";
    if statement.partial && !(version.pixel && version.model >= 20 && (statement.target.is_some())) {
        return refuse_at(at, format!("expected {name} without _pp in {}, found it; leave it out", version.name));
    }
    let may_be_centroid = is_declaration || statement.operation.kind == OperationKind::Texture;
    if statement.centroid && !(version.pixel && version.model >= 20 && may_be_centroid) {
        return refuse_at(
            at,
            format!("expected {name} without _centroid in {}, found it; put it at the dcl of the input", version.name),
        );
    }
    Ok(())
}

fn check_source(version: &ShaderVersion, statement: &Statement, number: usize, source: &Source) -> ParseResult<()> {
    let name = statement.name();
    let kind = source.register.kind;
    let register = source.register;
    let plain = source.modifier == SourceModifier::None && !source.negative;
    if plain {
        return Ok(());
    }
    if source.modifier == SourceModifier::Not {
        let fits = matches!(kind, RegisterKind::Predicate | RegisterKind::Boolean) && !source.negative;
        return match fits {
            true => Ok(()),
            false => {
                refuse_at(source.at, format!("expected ! before p0 or b#, found it before {register}; leave it out"))
            }
        };
    }
    let is_flow = matches!(statement.operation.kind, OperationKind::Setup | OperationKind::Flow);
    let no_modifier = matches!(kind, RegisterKind::Sampler | RegisterKind::Predicate | RegisterKind::LoopCounter)
        || is_flow && statement.comparison.is_none()
        || statement.operation.is_matrix_product() && number == 1;
    if no_modifier {
        return refuse_at(
            source.at,
            format!("expected {register} without a modifier in {name}, found one; leave it out"),
        );
    }
    match version.is_pixel_1() {
        true => check_pixel_1_source(version, statement, source),
        false => check_later_source(version, statement, source),
    }
}

fn check_pixel_1_source(version: &ShaderVersion, statement: &Statement, source: &Source) -> ParseResult<()> {
    use SourceModifier::{Absolute, Complement, DivideByW, DivideByZ, Double, Signed};
    let name = statement.operation.name;
    let register = source.register;
    let version_name = version.name;
    if statement.operation.kind == OperationKind::Texture {
        let of_matrix = name.starts_with("texm3") && version.model == 11;
        let may_be_signed = of_matrix || matches!(version.model, 12 | 13) && !name.starts_with("texreg2");
        let divides = version.model == 14
            && match source.modifier {
                DivideByZ => name == "texld" && register.kind == RegisterKind::Temporary,
                DivideByW => register.kind == RegisterKind::Coordinate,
                _ => false,
            };
        return match divides && !source.negative || source.modifier == Signed && may_be_signed && !source.negative {
            true => Ok(()),
            false => refuse_at(
                source.at,
                format!(
                    "expected {name} to read {register} without this modifier, found it; texture instructions of {version_name} have _dz, _dw or _bx2 alone, some none"
                ),
            ),
        };
    }
    let exists = match source.modifier {
        Absolute | DivideByZ | DivideByW => false,
        Double => version.model == 14,
        _ => true,
    };
    if !exists {
        return refuse_at(
            source.at,
            format!("expected a modifier of {version_name}, found another one at {register}; use -, 1-, _bias or _bx2"),
        );
    }
    if source.modifier == Complement && source.negative {
        return refuse_at(
            source.at,
            format!("expected 1-{register} alone, found it with a minus; leave the minus out"),
        );
    }
    if register.kind == RegisterKind::Constant && version.model == 14 {
        return refuse_at(
            source.at,
            format!("expected {register} without a modifier in ps_1_4, found one; modify a copy in r#"),
        );
    }
    Ok(())
}

fn check_later_source(version: &ShaderVersion, statement: &Statement, source: &Source) -> ParseResult<()> {
    let register = source.register;
    let name = statement.operation.name;
    match source.modifier {
        SourceModifier::None => {}
        SourceModifier::Absolute if version.model == 30 => {}
        SourceModifier::Absolute => {
            return refuse_at(
                source.at,
                format!("expected {register} without _abs in {}, found it; use the instruction abs", version.name),
            );
        }
        _ => {
            return refuse_at(
                source.at,
                format!(
                    "expected {register} without this modifier in {}, found it; it is of ps_1_1 to ps_1_4",
                    version.name
                ),
            );
        }
    }
    if statement.operation.kind == OperationKind::Texture && version.is_pixel_2() {
        return refuse_at(
            source.at,
            format!("expected {name} to read {register} without a modifier, found one; compute it in r#"),
        );
    }
    Ok(())
}

/// Refuses swizzles that a version or an operation has not.
pub(super) fn check_swizzles(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    for (number, source) in statement.sources.iter().enumerate() {
        let is_texture = statement.operation.kind == OperationKind::Texture;
        let fits = match version.swizzles {
            _ if source.swizzle == WHOLE => true,
            SourceSwizzles::Replicated if version.model == 14 && is_texture => {
                matches!(source.swizzle, [0, 1, 2, 2] | [0, 1, 3, 3])
            }
            SourceSwizzles::Replicated if is_texture => false,
            SourceSwizzles::Replicated => fits_pixel_1(version, statement, source),
            _ if is_texture && version.is_pixel_2() => false,
            SourceSwizzles::Few => {
                source.is_replicated() || matches!(source.swizzle, [1, 2, 0, 3] | [2, 0, 1, 3] | [3, 2, 1, 0])
            }
            SourceSwizzles::Any => true,
        };
        let is_row = statement.operation.is_matrix_product() && number == 1;
        if !fits || is_row && source.swizzle != WHOLE {
            let name = statement.name();
            let register = source.register;
            return refuse_at(
                source.at,
                format!(
                    "expected a swizzle that {} allows for {name}, found another one at {register}; {}",
                    version.name,
                    list_swizzles(version, is_texture)
                ),
            );
        }
    }
    Ok(())
}

/// Returns true for `.a`, and for `.b` if only `a` is written; `ps_1_4` has each component.
fn fits_pixel_1(version: &ShaderVersion, statement: &Statement, source: &Source) -> bool {
    let only_alpha = statement
        .target
        .as_ref()
        .is_some_and(|target| target.mask == [false, false, false, true]);
    source.is_replicated()
        && match source.swizzle[0] {
            3 => true,
            2 => only_alpha || version.model == 14,
            _ => version.model == 14,
        }
}

fn list_swizzles(version: &ShaderVersion, is_texture: bool) -> &'static str {
    match (version.swizzles, is_texture) {
        (SourceSwizzles::Replicated, true) if version.model == 14 => "there are .xyz and .xyw",
        (_, true) => "texture instructions have none",
        (SourceSwizzles::Replicated, _) if version.model == 14 => "there are .r, .g, .b and .a",
        (SourceSwizzles::Replicated, _) => "there is .a, and .b where .a is written alone",
        _ => "there are .x, .y, .z, .w, .yzxw, .zxyw and .wzyx",
    }
}

/// Refuses masks that a version or an operation has not.
pub(super) fn check_mask(version: &ShaderVersion, statement: &Statement) -> ParseResult<()> {
    let Some(target) = &statement.target else { return Ok(()) };
    let is_texture = statement.operation.kind == OperationKind::Texture;
    let whole = [true; 4];
    let colors = [true, true, true, false];
    let alpha = [false, false, false, true];
    let name = statement.operation.name;
    let (fits, wanted) = match (version.model, name) {
        _ if statement.operation.kind == OperationKind::Setup => return Ok(()),
        (_, "texkill") if version.model >= 20 => (true, ""),
        (11..=13, _) if version.pixel && is_texture => (target.mask == whole, "no mask"),
        (11..=13, "dp3") if version.pixel => (target.mask == whole || target.mask == colors, ".rgb or no mask"),
        (11..=13, _) if version.pixel => ([whole, colors, alpha].contains(&target.mask), ".rgb, .a or no mask"),
        (14, "bem") => (target.mask == [true, true, false, false], ".rg"),
        (14, "texcrd") => (target.mask == colors || target.mask == [true, true, false, false], ".rgb or .rg"),
        (14, _) if is_texture => (target.mask == whole, "no mask"),
        (20 | 21, _) if version.pixel && is_texture => (target.mask == whole, "no mask"),
        (_, "crs") => (!target.mask[3], "a mask without w"),
        (_, "sincos") => (!target.mask[2] && !target.mask[3], ".x, .y or .xy"),
        (_, "m3x2") => (target.mask == [true, true, false, false], ".xy"),
        (_, "m3x3" | "m4x3") => (target.mask == colors, ".xyz"),
        (_, "m3x4" | "m4x4") => (target.mask == whole || target.mask == colors, "no mask"),
        (11, "frc") if !version.pixel => (!target.mask[2] && !target.mask[3], ".x, .y or .xy"),
        _ => (true, ""),
    };
    match fits {
        true => Ok(()),
        false => refuse_at(
            target_place(statement),
            format!("expected {wanted} for {name} in {}, found another mask; write {wanted}", version.name),
        ),
    }
}
