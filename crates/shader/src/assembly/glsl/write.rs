//! Results: masks, clamps, conditions and the condition code.

use super::{ProgramTranslation, condition_test, declarations, operand};
use crate::assembly::opcode::{OperationPrecision, Saturation};
use crate::assembly::program::{ProgramInstruction, ProgramOutput, ProgramRegister};

/// The destination of a result.
#[derive(Clone)]
pub(super) struct WriteTarget {
    /// The variable; `None` if only the condition code is set.
    pub name: Option<String>,
    /// True if the variable has one lane.
    scalar: bool,
    /// True if it holds integers, as an address register.
    integer: bool,
    /// The lanes that are written.
    pub lanes: Vec<usize>,
}

impl ProgramTranslation<'_> {
    /// Returns the destination of an instruction: the lanes of its mask that the variable has.
    pub(super) fn result_target(&mut self, one: &ProgramInstruction) -> WriteTarget {
        let Some(destination) = one.destination else {
            return build_vector_target(None, vec![]);
        };
        let masked = [0, 1, 2, 3].into_iter().zip(destination.mask).filter(|(_, written)| *written);
        let lanes: Vec<usize> = masked.map(|(lane, _)| lane).collect();
        match destination.register {
            ProgramRegister::Output(output @ ProgramOutput::Depth) => {
                build_scalar_target(self.output_name(output), 2, &lanes)
            }
            ProgramRegister::Output(output) if output.is_scalar() => {
                build_scalar_target(self.output_name(output), 0, &lanes)
            }
            ProgramRegister::Output(output) => build_vector_target(Some(self.output_name(output)), lanes),
            ProgramRegister::Temporary(n) => build_vector_target(Some(declarations::temporary_name(n)), lanes),
            // Each of the results that it may be is named when it is written.
            ProgramRegister::ConditionCode | ProgramRegister::IndexedTexcoord(..) => build_vector_target(None, lanes),
            ProgramRegister::Address(n) => {
                let name = declarations::address_name(n);
                let target = match self.has_vector_addresses() {
                    true => build_vector_target(Some(name), lanes),
                    false => build_scalar_target(name, 0, &lanes),
                };
                WriteTarget { integer: true, ..target }
            }
        }
    }

    /// Writes a value that has as many lanes as the target.
    pub(super) fn write_result(&mut self, one: &ProgramInstruction, target: &WriteTarget, value: String) {
        let lanes = &target.lanes;
        if lanes.is_empty() {
            return;
        }
        let register = one.destination.map(|destination| destination.register);
        if let (Some(ProgramRegister::IndexedTexcoord(..)), None) = (register, &target.name) {
            return self.write_indexed_result(one, target, &value);
        }
        let value = match one.precision {
            OperationPrecision::Fixed => self.convert_value(value, one.precision, lanes.len()),
            OperationPrecision::Full | OperationPrecision::Half | OperationPrecision::Partial => value,
        };
        let value = match one.saturation {
            Saturation::None => value,
            Saturation::Unsigned if !self.program.level.fragment && !self.program.is_of_direct3d() => {
                self.clamp_as_written(&value, lanes.len())
            }
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
        let kind = match (lanes.len(), target.integer) {
            (1, false) => "float".to_string(),
            (1, true) => "int".to_string(),
            (count, false) => format!("vec{count}"),
            (count, true) => format!("ivec{count}"),
        };
        self.out.push_str(&format!("{{ {kind} gristmill_r_ = {value}; "));
        if let Some(condition) = condition {
            for lane in lanes {
                let code = condition.swizzle.get(*lane).copied().unwrap_or(0);
                self.out
                    .push_str(&format!("bool gristmill_b{lane}_ = {}; ", condition_test(&condition, code)));
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
                let sign = if target.integer { format!("float({part})") } else { part };
                writes.push_str(&format!("{}.{letter} = {sign}; ", declarations::code_name(one.code)));
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
    let lanes = lanes.iter().copied().filter(|of| *of == lane).collect();
    WriteTarget { name: Some(name), scalar: true, integer: false, lanes }
}

fn build_vector_target(name: Option<String>, lanes: Vec<usize>) -> WriteTarget {
    WriteTarget { name, scalar: false, integer: false, lanes }
}

impl ProgramTranslation<'_> {
    /// Converts a value to the numbers that an instruction computes with.
    pub(super) fn convert_value(&mut self, value: String, precision: OperationPrecision, count: usize) -> String {
        match precision {
            OperationPrecision::Full | OperationPrecision::Partial => value,
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

    /// Clamps a value from 0 to 1 as NV_vertex_program3 writes it: -0 and a NaN stay as they are.
    fn clamp_as_written(&mut self, value: &str, count: usize) -> String {
        self.names
            .add_line("float gristmill_clamp(float v) { return v < 0.0 ? 0.0 : v > 1.0 ? 1.0 : v; }".to_string());
        if count > 1 {
            let parts: Vec<String> = (0..count)
                .map(|lane| format!("gristmill_clamp(v.{})", operand::lane_letter(lane as u8)))
                .collect();
            let parts = parts.join(", ");
            self.names
                .add_line(format!("vec{count} gristmill_clamp(vec{count} v) {{ return vec{count}({parts}); }}"));
        }
        format!("gristmill_clamp({value})")
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
