//! Results: masks, clamps, conditions and the condition code.

use super::{ProgramTranslation, condition_test, declarations, operand};
use crate::assembly::opcode::{OperationPrecision, Saturation};
use crate::assembly::program::{ProgramInstruction, ProgramOutput, ProgramRegister};

/// The destination of a result.
pub(super) struct WriteTarget {
    /// The variable; `None` if only the condition code is set.
    name: Option<String>,
    /// True if the variable has one lane.
    scalar: bool,
    /// The lanes that are written.
    pub lanes: Vec<usize>,
}

impl ProgramTranslation<'_> {
    /// Returns the destination of an instruction: the lanes of its mask that the variable has.
    pub(super) fn result_target(&mut self, one: &ProgramInstruction) -> WriteTarget {
        let Some(destination) = one.destination else {
            return WriteTarget { name: None, scalar: false, lanes: vec![] };
        };
        let masked = [0, 1, 2, 3].into_iter().zip(destination.mask).filter(|(_, written)| *written);
        let lanes: Vec<usize> = masked.map(|(lane, _)| lane).collect();
        match destination.register {
            ProgramRegister::Output(output @ ProgramOutput::Depth) => {
                build_scalar_target(self.output_name(output), 2, &lanes)
            }
            ProgramRegister::Output(output @ (ProgramOutput::PointSize | ProgramOutput::Fogcoord)) => {
                build_scalar_target(self.output_name(output), 0, &lanes)
            }
            ProgramRegister::Output(output) => {
                WriteTarget { name: Some(self.output_name(output)), scalar: false, lanes }
            }
            ProgramRegister::Temporary(n) => {
                WriteTarget { name: Some(declarations::temporary_name(n)), scalar: false, lanes }
            }
            ProgramRegister::ConditionCode => WriteTarget { name: None, scalar: false, lanes },
            ProgramRegister::Address(n) => build_scalar_target(declarations::address_name(n), 0, &lanes),
        }
    }

    /// Writes a value that has as many lanes as the target.
    pub(super) fn write_result(&mut self, one: &ProgramInstruction, target: &WriteTarget, value: String) {
        let lanes = &target.lanes;
        if lanes.is_empty() {
            return;
        }
        let value = match one.precision {
            OperationPrecision::Fixed => self.convert_value(value, one.precision, lanes.len()),
            OperationPrecision::Full | OperationPrecision::Half => value,
        };
        let value = match one.saturation {
            Saturation::None => value,
            Saturation::Unsigned => format!("clamp({value}, 0.0, 1.0)"),
            Saturation::Signed => format!("clamp({value}, -1.0, 1.0)"),
        };
        let value = if one.half { self.round_to_half(&value, lanes.len()) } else { value };
        let condition = one.destination.and_then(|destination| destination.condition);
        if let (None, false, Some(name)) = (condition, one.updates, &target.name) {
            let place = if target.scalar { name.clone() } else { swizzled_name(name, lanes) };
            self.out.push_str(&format!("{place} = {value};"));
            return;
        }
        // All tests go before all writes, because a write could change the result of the next test.
        let kind = if lanes.len() == 1 { "float".to_string() } else { format!("vec{}", lanes.len()) };
        self.out.push_str(&format!("{{ {kind} gristmill_r_ = {value}; "));
        if let Some(condition) = condition {
            for lane in lanes {
                let code = condition.swizzle.get(*lane).copied().unwrap_or(0);
                self.out
                    .push_str(&format!("bool gristmill_b{lane}_ = {}; ", condition_test(condition.rule, code)));
            }
        }
        for (place, lane) in lanes.iter().enumerate() {
            let letter = operand::lane_letter(*lane as u8);
            let part = match lanes.len() {
                1 => "gristmill_r_".to_string(),
                _ => format!("gristmill_r_.{}", operand::lane_letter(place as u8)),
            };
            let mut writes = String::new();
            if let Some(name) = &target.name {
                let name = if target.scalar { name.clone() } else { format!("{name}.{letter}") };
                writes.push_str(&format!("{name} = {part}; "));
            }
            if one.updates {
                writes.push_str(&format!("{}.{letter} = {part}; ", declarations::CONDITION_CODE));
            }
            match condition {
                Some(_) => self.out.push_str(&format!("if (gristmill_b{lane}_) {{ {writes}}} ")),
                None => self.out.push_str(&writes),
            }
        }
        self.out.push('}');
    }
}

fn build_scalar_target(name: String, lane: usize, lanes: &[usize]) -> WriteTarget {
    WriteTarget { name: Some(name), scalar: true, lanes: lanes.iter().copied().filter(|of| *of == lane).collect() }
}

impl ProgramTranslation<'_> {
    /// Converts a value to the numbers that an instruction computes with.
    pub(super) fn convert_value(&mut self, value: String, precision: OperationPrecision, count: usize) -> String {
        match precision {
            OperationPrecision::Full => value,
            OperationPrecision::Half => self.round_to_half(&value, count),
            OperationPrecision::Fixed => {
                let (kind, parts) = match count {
                    1 => ("float", "gristmill_fix(v)"),
                    2 => ("vec2", "vec2(gristmill_fix(v.x), gristmill_fix(v.y))"),
                    3 => ("vec3", "vec3(gristmill_fix(v.x), gristmill_fix(v.y), gristmill_fix(v.z))"),
                    _ => {
                        ("vec4", "vec4(gristmill_fix(v.x), gristmill_fix(v.y), gristmill_fix(v.z), gristmill_fix(v.w))")
                    }
                };
                self.names.add_line(FIXED_FUNCTION.to_string());
                self.names
                    .add_line(format!("{kind} gristmill_fixed({kind} v) {{ return {parts}; }}"));
                format!("gristmill_fixed({value})")
            }
        }
    }

    /// Rounds a value to half precision, as a half register stores it.
    fn round_to_half(&mut self, value: &str, count: usize) -> String {
        self.names.require_extension(super::compute::PACKING_EXTENSION);
        let (kind, parts) = match count {
            1 => ("float", "unpackHalf2x16(packHalf2x16(vec2(v, 0.0))).x"),
            2 => ("vec2", "unpackHalf2x16(packHalf2x16(v))"),
            3 => ("vec3", "vec3(unpackHalf2x16(packHalf2x16(v.xy)), unpackHalf2x16(packHalf2x16(vec2(v.z, 0.0))).x)"),
            _ => ("vec4", "vec4(unpackHalf2x16(packHalf2x16(v.xy)), unpackHalf2x16(packHalf2x16(v.zw)))"),
        };
        self.names
            .add_line(format!("{kind} gristmill_half({kind} v) {{ return {parts}; }}"));
        format!("gristmill_half({value})")
    }
}

/// Returns a vector's name with the lanes to write.
fn swizzled_name(name: &str, lanes: &[usize]) -> String {
    if lanes.len() == 4 {
        return name.to_string();
    }
    let letters: String = lanes.iter().map(|lane| operand::lane_letter(*lane as u8)).collect();
    format!("{name}.{letters}")
}

/// The nearest number in 12-bit fixed point: 0 for a NaN, and the least or the greatest beyond the range.
const FIXED_FUNCTION: &str = "float gristmill_fix(float v) { \
    return isnan(v) ? 0.0 : float(int(roundEven(clamp(v, -2.0, 2047.0 / 1024.0) * 1024.0))) / 1024.0; }";
