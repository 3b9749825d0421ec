//! The numbers of NVIDIA's vertex languages, where they differ from those of ARB_vertex_program.
//!
//! Source: NV_vertex_program 2.14.1.10 and 2.14.1.11, NV_vertex_program1_1 2.14.1.10.19, NV_vertex_program2 2.14.3.

use super::ProgramTranslation;
use super::operand::{build_vector, lane_letter};
use crate::assembly::opcode::Opcode;
use crate::assembly::program::ProgramInstruction;
use crate::assembly::vertex_language::VertexLanguage;

impl ProgramTranslation<'_> {
    /// Builds the expression of a result's lanes; `None` if the instruction computes as in ARB_vertex_program.
    pub(super) fn vertex_expression(&mut self, one: &ProgramInstruction, lanes: &[usize]) -> Option<String> {
        if self.program.level.fragment {
            return None;
        }
        if let Some(scalar) = self.vertex_scalar(one) {
            return Some(match lanes.len() {
                1 => scalar,
                count => format!("vec{count}({scalar})"),
            });
        }
        let each: Option<Vec<String>> = lanes.iter().map(|lane| self.vertex_lane(one, *lane)).collect();
        Some(build_vector(each?.into_iter()))
    }

    /// Builds the scalar of an instruction that writes one value to all lanes.
    fn vertex_scalar(&mut self, one: &ProgramInstruction) -> Option<String> {
        let language = self.program.level.vertex;
        let defines_all = language == VertexLanguage::Program2;
        Some(match one.opcode {
            Opcode::Rcc => self.call_with(one, CLAMPED_FUNCTION, "gristmill_clamped"),
            Opcode::Rsq if defines_all => self.call_with(one, ROOT_FUNCTION, "gristmill_root"),
            Opcode::Lg2 if defines_all => self.call_with(one, LOGARITHM_FUNCTION, "gristmill_log2"),
            Opcode::Dp3 if language.has_registers() => self.sum_products(one, 3, None),
            Opcode::Dp4 if language.has_registers() => self.sum_products(one, 4, None),
            Opcode::Dph if language.has_registers() => {
                let last = self.source_lane(one, 1, 3);
                self.sum_products(one, 3, Some(last))
            }
            _ => return None,
        })
    }

    /// Builds one lane of a result.
    fn vertex_lane(&mut self, one: &ProgramInstruction, lane: usize) -> Option<String> {
        let language = self.program.level.vertex;
        if one.opcode == Opcode::Ssg {
            self.names.add_line(SIGN_FUNCTION.to_string());
            return Some(format!("gristmill_sign({})", self.source_lane(one, 0, lane)));
        }
        if !language.has_registers() {
            return None;
        }
        let early = language.has_early_numbers();
        let [a, b, c] = [0, 1, 2].map(|number| self.source_lane(one, number, lane));
        Some(match (one.opcode, lane) {
            (Opcode::Mul, _) => self.product(&a, &b),
            (Opcode::Mad, _) => format!("{} + {c}", self.product(&a, &b)),
            (Opcode::Dst, 1) => self.product(&a, &b),
            (Opcode::Frc, _) => format!("{a} - floor({a})"),
            (Opcode::Sge | Opcode::Slt, _) if early => {
                let sign = if one.opcode == Opcode::Sge { ">=" } else { "<" };
                self.names.add_line(ORDER_FUNCTION.to_string());
                format!("float(gristmill_order({a}) {sign} gristmill_order({b}))")
            }
            (Opcode::Max, _) if early => format!("({a} >= {b} ? {a} : {b})"),
            (Opcode::Min, _) if early => format!("({a} < {b} ? {a} : {b})"),
            (Opcode::Max | Opcode::Min, _) => {
                let function = if one.opcode == Opcode::Max { "max" } else { "min" };
                self.chosen_unless_nan(&a, &b, &format!("{function}({a}, {b})"))
            }
            (Opcode::Seq | Opcode::Sge | Opcode::Sgt | Opcode::Sle | Opcode::Slt | Opcode::Sne, _) => {
                let sign = match one.opcode {
                    Opcode::Seq => "==",
                    Opcode::Sge => ">=",
                    Opcode::Sgt => ">",
                    Opcode::Sle => "<=",
                    Opcode::Slt => "<",
                    _ => "!=",
                };
                self.chosen_unless_nan(&a, &b, &format!("float({a} {sign} {b})"))
            }
            (Opcode::Exp, 0..=2) if early => {
                let taken = self.source_lane(one, 0, 0);
                self.names.add_line(EXPONENTIAL_FUNCTION.to_string());
                format!("gristmill_exponential({taken}).{}", lane_letter(lane as u8))
            }
            (Opcode::Exp, 1) => {
                let taken = self.source_lane(one, 0, 0);
                format!("{taken} - floor({taken})")
            }
            (Opcode::Log, 0..=2) => {
                let taken = self.source_lane(one, 0, 0);
                self.names.add_line(PARTS_FUNCTION.to_string());
                format!("gristmill_parts({taken}).{}", lane_letter(lane as u8))
            }
            (Opcode::Lit, 2) => {
                let [x, y, w] = [0, 1, 3].map(|place| self.source_lane(one, 0, place));
                self.names.add_line(SPECULAR_FUNCTION.to_string());
                format!("gristmill_light({x}, {y}, {w})")
            }
            (Opcode::Exp | Opcode::Log, 3) => "1.0".to_string(),
            (Opcode::Exp, 0) => format!("exp2(floor({}))", self.source_lane(one, 0, 0)),
            (Opcode::Exp, _) => format!("exp2({})", self.source_lane(one, 0, 0)),
            (Opcode::Lit, 1) => {
                let diffuse = self.source_lane(one, 0, 0);
                format!("({diffuse} < 0.0 ? 0.0 : {diffuse})")
            }
            (Opcode::Lit | Opcode::Dst, 0) | (Opcode::Lit, _) => "1.0".to_string(),
            (Opcode::Dst, 2) => a,
            (Opcode::Dst, _) => b,
            _ => return None,
        })
    }

    /// Builds a product. In `!!VP1.0` and `!!VP1.1` zero times anything is zero.
    fn product(&mut self, a: &str, b: &str) -> String {
        if !self.program.level.vertex.has_early_numbers() {
            return format!("{a} * {b}");
        }
        self.names.add_line(PRODUCT_FUNCTION.to_string());
        format!("gristmill_product({a}, {b})")
    }

    /// Builds the sum of the first products of two operands, in the order of the extension's text.
    fn sum_products(&mut self, one: &ProgramInstruction, count: usize, last: Option<String>) -> String {
        let mut terms = vec![];
        for place in 0..count {
            let [a, b] = [0, 1].map(|number| self.source_lane(one, number, place));
            terms.push(self.product(&a, &b));
        }
        terms.extend(last);
        terms.join(" + ")
    }

    /// Builds a value that is NaN where one of two operands is.
    fn chosen_unless_nan(&mut self, a: &str, b: &str, value: &str) -> String {
        self.names.add_line(UNLESS_NAN_FUNCTION.to_string());
        format!("gristmill_unless_nan({a}, {b}, {value})")
    }

    /// Calls a function of one float with the first operand.
    fn call_with(&mut self, one: &ProgramInstruction, text: &str, name: &str) -> String {
        let taken = self.source_lane(one, 0, 0);
        self.names.add_line(text.to_string());
        format!("{name}({taken})")
    }
}

/// Zero times anything is zero, an infinity and a NaN included.
const PRODUCT_FUNCTION: &str =
    "float gristmill_product(float a, float b) { return a == 0.0 || b == 0.0 ? 0.0 : a * b; }";

/// The order of SGE and SLT: -NaN, -infinity, .., -0, +0, .., +infinity, +NaN.
const ORDER_FUNCTION: &str = "int gristmill_order(float v) { \
    int bits = floatBitsToInt(v); return bits < 0 ? bits ^ 0x7fffffff : bits; }";

/// NaN where one of two operands is; for the other operands the value.
const UNLESS_NAN_FUNCTION: &str = "float gristmill_unless_nan(float a, float b, float v) { \
    return isnan(a) || isnan(b) ? uintBitsToFloat(0x7fc00000u) : v; }";

/// RCC: the reciprocal, between 2^-64 and 2^64 of its sign.
const CLAMPED_FUNCTION: &str = "float gristmill_clamped(float v) { \
    float r = 1.0 / v; \
    float near = min(max(abs(r), uintBitsToFloat(0x1f800000u)), uintBitsToFloat(0x5f800000u)); \
    return isnan(r) ? r : floatBitsToInt(r) < 0 ? -near : near; }";

/// RSQ of `!!VP2.0`: of -0 it is -infinity, below that NaN.
const ROOT_FUNCTION: &str = "float gristmill_root(float v) { \
    if (v < 0.0) return uintBitsToFloat(0x7fc00000u); \
    if (v == 0.0) return 1.0 / v; \
    return inversesqrt(v); }";

/// LG2 of `!!VP2.0`: of 0 it is -infinity, below that NaN.
const LOGARITHM_FUNCTION: &str = "float gristmill_log2(float v) { \
    if (v < 0.0) return uintBitsToFloat(0x7fc00000u); \
    if (v == 0.0) return uintBitsToFloat(0xff800000u); \
    return log2(v); }";

/// SSG: the sign, and NaN of a NaN.
const SIGN_FUNCTION: &str = "float gristmill_sign(float v) { \
    return v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : v == 0.0 ? 0.0 : v; }";

/// EXP of `!!VP1.0`: 2 to the floor, the fraction, 2 to the number; over and under a float's range as the text says.
const EXPONENTIAL_FUNCTION: &str = "vec3 gristmill_exponential(float v) { \
    float f = floor(v); float i = uintBitsToFloat(0x7f800000u); \
    if (f >= 128.0) return vec3(i, 0.0, i); \
    if (f < -126.0) return vec3(0.0); \
    return vec3(exp2(f), v - f, exp2(v)); }";

/// LOG: the exponent of a float, its mantissa, and its logarithm. Numbers below a float's range count as 0.
const PARTS_FUNCTION: &str = "vec3 gristmill_parts(float v) { \
    float a = abs(v); float i = uintBitsToFloat(0x7f800000u); \
    if (isnan(v)) return vec3(v); \
    if (a < uintBitsToFloat(0x00800000u)) return vec3(-i, 1.0, -i); \
    if (a == i) return vec3(i, 1.0, i); \
    float e = float((floatBitsToInt(a) >> 23) - 127); \
    return vec3(e, uintBitsToFloat(floatBitsToUint(a) & 0x007fffffu | 0x3f800000u), log2(a)); }";

/// The third component of LIT. The exponent ends 1/256 before 128; anything to the power of 0 is 1.
const SPECULAR_FUNCTION: &str = "float gristmill_light(float x, float y, float w) { \
    float e = clamp(w, -127.99609375, 127.99609375); \
    float i = uintBitsToFloat(0x7f800000u); \
    if (!(x > 0.0)) return 0.0; \
    if (isnan(y) || isnan(w)) return uintBitsToFloat(0x7fc00000u); \
    if (e == 0.0) return 1.0; \
    if (!(y > 0.0)) return e > 0.0 ? 0.0 : i; \
    return exp2(e * log2(y)); }";
