//! Arithmetic instructions: the extension's formula of each, for the lanes that it writes.

use super::ProgramTranslation;
use super::operand::build_vector;
use crate::assembly::opcode::Opcode;
use crate::assembly::program::{ProgramInstruction, SwizzleSource};

impl ProgramTranslation<'_> {
    /// Translates an arithmetic instruction.
    pub(super) fn translate_computation(&mut self, one: &ProgramInstruction) {
        let mut target = self.result_target(one);
        // Lanes that the extension leaves undefined keep their old values.
        let defined = match one.opcode {
            Opcode::Scs => 2,
            Opcode::Xpd | Opcode::Nrm | Opcode::Rfl => 3,
            _ => 4,
        };
        target.lanes.retain(|lane| *lane < defined);
        let lanes = target.lanes.clone();
        if lanes.is_empty() {
            return;
        }
        let value = self.result_expression(one, &lanes);
        self.write_result(one, &target, value);
    }

    /// Builds the expression of the result's lanes.
    fn result_expression(&mut self, one: &ProgramInstruction, lanes: &[usize]) -> String {
        if let Some(value) = self.vertex_expression(one, lanes) {
            return value;
        }
        let count = lanes.len();
        let kind = if count == 1 { "float".to_string() } else { format!("vec{count}") };
        let [a, b, c] = [0, 1, 2].map(|number| self.converted_value(one, number, lanes));
        // A comparison's 1 or 0: GLSL compares vectors by functions, scalars by operators.
        let set = |function: &str, sign: &str| match count {
            1 => format!("float({a} {sign} {b})"),
            _ => format!("{kind}({function}({a}, {b}))"),
        };
        match one.opcode {
            Opcode::Abs => format!("abs({a})"),
            Opcode::Add => format!("{a} + {b}"),
            Opcode::Sub => format!("{a} - {b}"),
            Opcode::Mul => format!("{a} * {b}"),
            Opcode::Mad => format!("{a} * {b} + {c}"),
            Opcode::Mov => a,
            Opcode::Flr => format!("floor({a})"),
            Opcode::Frc => format!("fract({a})"),
            // NV_fragment_program: a NaN if either operand is one.
            Opcode::Max if self.has_nv_numbers() => format!("mix(max({b}, {a}), {b}, isnan({b}))"),
            Opcode::Min if self.has_nv_numbers() => format!("mix(min({b}, {a}), {b}, isnan({b}))"),
            // The second operand if both are equal or one is NaN.
            Opcode::Max => format!("max({b}, {a})"),
            Opcode::Min => format!("min({a}, {b})"),
            Opcode::Lrp => format!("{a} * {b} + (1.0 - {a}) * {c}"),
            Opcode::Cmp if count == 1 => format!("({a} < 0.0 ? {b} : {c})"),
            Opcode::Cmp => format!("mix({c}, {b}, lessThan({a}, {kind}(0.0)))"),
            Opcode::Sge => set("greaterThanEqual", ">="),
            Opcode::Slt => set("lessThan", "<"),
            Opcode::Seq => set("equal", "=="),
            Opcode::Sgt => set("greaterThan", ">"),
            Opcode::Sle => set("lessThanEqual", "<="),
            Opcode::Sne => set("notEqual", "!="),
            Opcode::Sfl => format!("{kind}(0.0)"),
            Opcode::Str => format!("{kind}(1.0)"),
            Opcode::Ddx => format!("dFdx({a})"),
            Opcode::Ddy => format!("dFdy({a})"),
            Opcode::Div => {
                let by = self.source_lane(one, 1, 0);
                format!("{a} / {by}")
            }
            Opcode::Nrm => {
                let whole = self.source_lanes(one, 0, 3);
                format!("{a} * inversesqrt(dot({whole}, {whole}))")
            }
            Opcode::Rfl => {
                let [axis, direction] = [0, 1].map(|number| self.source_lanes(one, number, 3));
                format!("2.0 * dot({axis}, {direction}) / dot({axis}, {axis}) * {a} - {b}")
            }
            _ => match self.replicated_scalar(one) {
                Some(scalar) if count == 1 => scalar,
                Some(scalar) => format!("{kind}({scalar})"),
                None => {
                    let each: Vec<String> = lanes.iter().map(|lane| self.lane_expression(one, *lane)).collect();
                    build_vector(each.into_iter())
                }
            },
        }
    }

    /// Builds the scalar of an instruction that writes one value to all lanes.
    fn replicated_scalar(&mut self, one: &ProgramInstruction) -> Option<String> {
        Some(match one.opcode {
            Opcode::Dp2 => self.write_dot_product(one, 2),
            Opcode::Dp3 => self.write_dot_product(one, 3),
            Opcode::Dp4 => self.write_dot_product(one, 4),
            Opcode::Dp2a => format!("{} + {}", self.write_dot_product(one, 2), self.source_lane(one, 2, 0)),
            Opcode::Dph => format!("{} + {}", self.write_dot_product(one, 3), self.source_lane(one, 1, 3)),
            Opcode::Cos => format!("cos({})", self.source_lane(one, 0, 0)),
            Opcode::Sin => format!("sin({})", self.source_lane(one, 0, 0)),
            Opcode::Ex2 => format!("exp2({})", self.source_lane(one, 0, 0)),
            Opcode::Lg2 => format!("log2({})", self.source_lane(one, 0, 0)),
            Opcode::Rcp => format!("1.0 / {}", self.source_lane(one, 0, 0)),
            // NV_fragment_program: a negative number has no root, and a power is that of its logarithm.
            Opcode::Rsq if self.has_nv_numbers() => {
                format!("inversesqrt({})", self.source_lane(one, 0, 0))
            }
            Opcode::Pow if self.has_nv_numbers() => {
                format!("exp2({} * log2({}))", self.source_lane(one, 1, 0), self.source_lane(one, 0, 0))
            }
            Opcode::Rsq => format!("inversesqrt(abs({}))", self.source_lane(one, 0, 0)),
            Opcode::Pow => format!("pow({}, {})", self.source_lane(one, 0, 0), self.source_lane(one, 1, 0)),
            Opcode::Pk2h | Opcode::Pk2us | Opcode::Pk4ub => {
                let (function, count) = match one.opcode {
                    Opcode::Pk2h => ("packHalf2x16", 2),
                    Opcode::Pk2us => ("packUnorm2x16", 2),
                    _ => ("packUnorm4x8", 4),
                };
                self.names.require_extension(PACKING_EXTENSION);
                format!("uintBitsToFloat({function}({}))", self.source_lanes(one, 0, count))
            }
            Opcode::Pk4b => {
                self.names.add_line(PACK_SIGNED_FUNCTION.to_string());
                format!("gristmill_pack({})", self.source_lanes(one, 0, 4))
            }
            _ => return None,
        })
    }

    /// Returns true for `!!FP1.0`, whose functions have special cases of their own.
    pub(super) fn has_nv_numbers(&self) -> bool {
        self.program.level.registers && self.program.level.fragment
    }

    fn write_dot_product(&mut self, one: &ProgramInstruction, count: usize) -> String {
        let [a, b] = [0, 1].map(|number| self.source_lanes(one, number, count));
        format!("dot({a}, {b})")
    }

    /// Builds one lane of the result.
    fn lane_expression(&mut self, one: &ProgramInstruction, lane: usize) -> String {
        match (one.opcode, lane) {
            (Opcode::Dst, 1) => format!("{} * {}", self.source_lane(one, 0, 1), self.source_lane(one, 1, 1)),
            (Opcode::Dst, 2) => self.source_lane(one, 0, 2),
            (Opcode::Dst, 3) => self.source_lane(one, 1, 3),
            // NV_fragment_program: a NaN stays one.
            (Opcode::Lit, 1) if self.has_nv_numbers() => {
                let x = self.source_lane(one, 0, 0);
                format!("({x} < 0.0 ? 0.0 : {x})")
            }
            (Opcode::Lit, 1) => format!("max({}, 0.0)", self.source_lane(one, 0, 0)),
            (Opcode::Lit, 2) => {
                let [x, y, w] = [0, 1, 3].map(|place| self.source_lane(one, 0, place));
                let function = if self.has_nv_numbers() { NV_SPECULAR_FUNCTION } else { SPECULAR_FUNCTION };
                self.names.add_line(function.to_string());
                format!("gristmill_specular({x}, {y}, {w})")
            }
            (Opcode::Exp, 0) => format!("exp2(floor({}))", self.source_lane(one, 0, 0)),
            (Opcode::Exp, 1) => format!("fract({})", self.source_lane(one, 0, 0)),
            (Opcode::Exp, 2) => format!("exp2({})", self.source_lane(one, 0, 0)),
            (Opcode::Log, 0..=2) => {
                let taken = self.source_lane(one, 0, 0);
                self.names.add_line(LOGARITHM_FUNCTION.to_string());
                format!("gristmill_logarithm({taken}).{}", super::operand::lane_letter(lane as u8))
            }
            (Opcode::Dst | Opcode::Lit | Opcode::Exp | Opcode::Log, _) => "1.0".to_string(),
            (Opcode::Scs, 0) => format!("cos({})", self.source_lane(one, 0, 0)),
            (Opcode::Scs, _) => format!("sin({})", self.source_lane(one, 0, 0)),
            (Opcode::Xpd, _) => {
                let next = (lane + 1) % 3;
                let last = (lane + 2) % 3;
                format!(
                    "{} * {} - {} * {}",
                    self.source_lane(one, 0, next),
                    self.source_lane(one, 1, last),
                    self.source_lane(one, 0, last),
                    self.source_lane(one, 1, next)
                )
            }
            (Opcode::X2d, _) => {
                let at = lane % 2;
                let row = lane % 2 * 2;
                let [x, y] = [0, 1].map(|place| {
                    format!("{} * {}", self.source_lane(one, 1, place), self.source_lane(one, 2, row + place))
                });
                format!("{} + {x} + {y}", self.source_lane(one, 0, at))
            }
            (Opcode::Up2h | Opcode::Up2us, _) => {
                let half = one.opcode == Opcode::Up2h;
                let function = if half { "unpackHalf2x16" } else { "unpackUnorm2x16" };
                let bits = format!("floatBitsToUint({})", self.source_lane(one, 0, 0));
                self.names.require_extension(PACKING_EXTENSION);
                format!("{function}({bits}).{}", if lane.is_multiple_of(2) { 'x' } else { 'y' })
            }
            (Opcode::Up4ub, _) => {
                let bits = format!("floatBitsToUint({})", self.source_lane(one, 0, 0));
                format!("float(({bits} >> {}u) & 255u) / 255.0", 8 * lane)
            }
            (Opcode::Up4b, _) => {
                let bits = format!("floatBitsToUint({})", self.source_lane(one, 0, 0));
                format!("(float(({bits} >> {}u) & 255u) - 128.0) / 127.0", 8 * lane)
            }
            (Opcode::Swz, _) => {
                let selected = one.swizzle.and_then(|swizzle| swizzle.get(lane).copied());
                let Some(selected) = selected else { return "0.0".to_string() };
                let value = match selected.of {
                    SwizzleSource::Zero => "0.0".to_string(),
                    SwizzleSource::One => "1.0".to_string(),
                    SwizzleSource::Lane(lane) => self.source_lane(one, 0, usize::from(lane)),
                };
                if selected.negative { format!("(-{value})") } else { value }
            }
            _ => "0.0".to_string(),
        }
    }

    /// Returns a component of an operand.
    pub(super) fn source_lane(&mut self, one: &ProgramInstruction, number: usize, place: usize) -> String {
        self.converted_value(one, number, &[place])
    }

    /// Returns the first components of an operand.
    fn source_lanes(&mut self, one: &ProgramInstruction, number: usize, count: usize) -> String {
        let places: Vec<usize> = (0..count).collect();
        self.converted_value(one, number, &places)
    }

    /// Returns the listed components of an operand, converted to the numbers that the instruction computes with.
    fn converted_value(&mut self, one: &ProgramInstruction, number: usize, places: &[usize]) -> String {
        let Some(operand) = one.sources.get(number) else { return String::new() };
        let value = self.operand_value(operand, places);
        self.convert_value(value, one.precision, places.len())
    }
}

/// The extension for packing halves and normalised numbers.
pub(super) const PACKING_EXTENSION: &str = "GL_ARB_shading_language_packing";

/// PK4B's bytes: 0 is -128/127, 255 is 127/127.
const PACK_SIGNED_FUNCTION: &str = "float gristmill_pack(vec4 v) { \
    uvec4 b = uvec4(floor(127.0 * clamp(v, -128.0 / 127.0, 1.0) + 128.5)); \
    return uintBitsToFloat(b.x | b.y << 8u | b.z << 16u | b.w << 24u); }";

/// The third component of LIT. The power is 1 if base and exponent are both 0; if only the base is
/// 0, it is the limit of exp2(e * log2(y)).
const SPECULAR_FUNCTION: &str = "float gristmill_specular(float x, float y, float w) { \
    float e = clamp(w, -127.99999, 127.99999); \
    float p = y > 0.0 ? exp2(e * log2(y)) : e == 0.0 ? 1.0 : e > 0.0 ? 0.0 : uintBitsToFloat(0x7f800000u); \
    return x > 0.0 ? p : 0.0; }";

/// The same in NV_fragment_program, by the special cases of its logarithm, product and power.
const NV_SPECULAR_FUNCTION: &str = "float gristmill_specular(float x, float y, float w) { \
    return x > 0.0 ? exp2(w * log2(y < 0.0 ? 0.0 : y)) : 0.0; }";

/// LOG: the exponent of a float, its mantissa, and its logarithm. 0 has none.
const LOGARITHM_FUNCTION: &str = "vec3 gristmill_logarithm(float s) { \
    float a = abs(s); \
    float e = float((floatBitsToInt(a) >> 23) - 127); \
    if (a == 0.0) return vec3(uintBitsToFloat(0xff800000u), 1.0, uintBitsToFloat(0xff800000u)); \
    return vec3(e, a / exp2(e), log2(a)); }";
