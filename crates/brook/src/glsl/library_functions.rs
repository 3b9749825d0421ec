//! The language's functions in GLSL, and those that GLSL lacks.

use super::instances::Printer;
use crate::builtins::{Builtin, BuiltinRow, is_of_kernels};
use crate::fault::{Outcome, refuse_text};
use crate::tree::Node;
use crate::types::Kind;

/// Functions that the compiler writes where a text calls them, one a line.
const WRITTEN: [(&str, &str); 7] = [
    (
        "brook_fmod",
        "float brook_fmod(float a, float b) { return a - b * trunc(a / b); }
vec2 brook_fmod(vec2 a, vec2 b) { return a - b * trunc(a / b); }
vec3 brook_fmod(vec3 a, vec3 b) { return a - b * trunc(a / b); }
vec4 brook_fmod(vec4 a, vec4 b) { return a - b * trunc(a / b); }",
    ),
    (
        "brook_remainder",
        "int brook_remainder(int a, int b) { return a - b * (a / b); }
ivec2 brook_remainder(ivec2 a, ivec2 b) { return a - b * (a / b); }
ivec3 brook_remainder(ivec3 a, ivec3 b) { return a - b * (a / b); }
ivec4 brook_remainder(ivec4 a, ivec4 b) { return a - b * (a / b); }",
    ),
    (
        "brook_isfinite",
        "bool brook_isfinite(float a) { return !isinf(a) && !isnan(a); }
bvec2 brook_isfinite(vec2 a) { return bvec2(brook_isfinite(a.x), brook_isfinite(a.y)); }
bvec3 brook_isfinite(vec3 a) { return bvec3(brook_isfinite(a.xy), brook_isfinite(a.z)); }
bvec4 brook_isfinite(vec4 a) { return bvec4(brook_isfinite(a.xy), brook_isfinite(a.zw)); }",
    ),
    (
        "brook_choose_int",
        "ivec2 brook_choose_int(bvec2 c, ivec2 a, ivec2 b) { return ivec2(c) * a + ivec2(not(c)) * b; }
ivec3 brook_choose_int(bvec3 c, ivec3 a, ivec3 b) { return ivec3(c) * a + ivec3(not(c)) * b; }
ivec4 brook_choose_int(bvec4 c, ivec4 a, ivec4 b) { return ivec4(c) * a + ivec4(not(c)) * b; }",
    ),
    (
        "brook_choose_uint",
        "uvec2 brook_choose_uint(bvec2 c, uvec2 a, uvec2 b) { return uvec2(c) * a + uvec2(not(c)) * b; }
uvec3 brook_choose_uint(bvec3 c, uvec3 a, uvec3 b) { return uvec3(c) * a + uvec3(not(c)) * b; }
uvec4 brook_choose_uint(bvec4 c, uvec4 a, uvec4 b) { return uvec4(c) * a + uvec4(not(c)) * b; }",
    ),
    (
        "brook_choose_bool",
        "bvec2 brook_choose_bool(bvec2 c, bvec2 a, bvec2 b) { return notEqual(ivec2(c) * ivec2(a) + ivec2(not(c)) * ivec2(b), ivec2(0)); }
bvec3 brook_choose_bool(bvec3 c, bvec3 a, bvec3 b) { return notEqual(ivec3(c) * ivec3(a) + ivec3(not(c)) * ivec3(b), ivec3(0)); }
bvec4 brook_choose_bool(bvec4 c, bvec4 a, bvec4 b) { return notEqual(ivec4(c) * ivec4(a) + ivec4(not(c)) * ivec4(b), ivec4(0)); }",
    ),
    (
        "brook_axis",
        "// Brook rounds the index of a gather so, and takes the nearest element beyond an edge.
int brook_axis(float i, int extent) { float f = floor(i + 0.25); return f >= 0.0 ? (f < float(extent) ? int(f) : extent - 1) : 0; }
ivec4 brook_within(vec4 i, ivec4 extent) { return ivec4(brook_axis(i.x, extent.x), brook_axis(i.y, extent.y), brook_axis(i.z, extent.z), brook_axis(i.w, extent.w)); }
ivec4 brook_within(ivec4 i, ivec4 extent) { return clamp(i, ivec4(0), extent - 1); }",
    ),
];

/// Returns the text of a function that the compiler writes.
pub(super) fn written_function(name: &str) -> &'static str {
    WRITTEN.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

impl Printer<'_> {
    /// Has a function of the compiler's own written, and returns its name.
    pub(super) fn use_function(&mut self, name: &'static str) -> &'static str {
        self.used_functions.insert(name);
        name
    }

    /// Prints a call of one of the language's functions.
    pub(super) fn print_library(&mut self, row: &BuiltinRow, arguments: &[Node], node: &Node) -> Outcome<(String, u8)> {
        const PRIMARY: u8 = 20;
        const MULTIPLICATION: u8 = 12;
        let (kind, lanes) = arguments
            .first()
            .and_then(|first| first.ty.as_number())
            .unwrap_or((Kind::Float, 1));
        let list = self.print_list(arguments)?;
        let mut values = Vec::new();
        for argument in arguments {
            // As an operand of the products and sums below.
            values.push(self.print_value(argument, MULTIPLICATION + 1)?);
        }
        let operand = |at: usize| values.get(at).cloned().unwrap_or_default();
        let call = |name: &str| Ok((format!("{name}({list})"), PRIMARY));
        match row.builtin {
            Builtin::Log10 => Ok((format!("log({list}) * 0.4342944819"), MULTIPLICATION)),
            Builtin::Round => Ok((format!("floor({} + 0.5)", operand(0)), PRIMARY)),
            Builtin::Abs if kind.is_unsigned() => Ok((format!("({list})"), PRIMARY)),
            Builtin::Sign if kind.is_unsigned() => Ok((format!("min({list}, 1u)"), PRIMARY)),
            Builtin::Saturate => Ok((format!("clamp({list}, 0.0, 1.0)"), PRIMARY)),
            Builtin::Mad => Ok((format!("{} * {} + {}", operand(0), operand(1), operand(2)), MULTIPLICATION - 1)),
            Builtin::Any | Builtin::All if lanes == 1 => Ok((format!("({list})"), PRIMARY)),
            Builtin::IsFinite => call(self.use_function("brook_isfinite")),
            Builtin::Fmod => call(self.use_function("brook_fmod")),
            Builtin::Abs => call("abs"),
            Builtin::Atan2 => call("atan"),
            Builtin::Rsqrt => call("inversesqrt"),
            Builtin::Frac => call("fract"),
            Builtin::Lerp => call("mix"),
            _ if is_of_kernels(row.form) => call(row.names.first().unwrap_or(&"")),
            _ => refuse_text(
                node.at,
                "expected a function of kernels, found one of the host; call it where the kernel is called",
            ),
        }
    }
}
