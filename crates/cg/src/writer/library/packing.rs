//! Several short numbers in the bits of one float.

use super::{call_code, computed_value};
use crate::source_error::{CgError, CgResult};
use crate::token::Place;
use crate::types::{Base, Type};
use crate::writer::{Value, Writer};

/// The functions that pack, each with its components and its GLSL, as the instructions PK2H, PK2US, PK4UB and PK4B do.
const PACKS: [(&str, usize, &str); 4] = [
    ("pack_2half", 2, "packHalf2x16(v)"),
    ("pack_2ushort", 2, "packUnorm2x16(v)"),
    ("pack_4ubyte", 4, "packUnorm4x8(v)"),
    ("pack_4byte", 4, "uint(b.x) | uint(b.y) << 8u | uint(b.z) << 16u | uint(b.w) << 24u"),
];

/// The functions that unpack, each with its components and its GLSL of the bits.
const UNPACKS: [(&str, usize, &str); 4] = [
    ("unpack_2half", 2, "unpackHalf2x16(b)"),
    ("unpack_2ushort", 2, "unpackUnorm2x16(b)"),
    ("unpack_4ubyte", 4, "vec4(b & 255u, b >> 8u & 255u, b >> 16u & 255u, b >> 24u) / 255.0"),
    ("unpack_4byte", 4, "(vec4(b & 255u, b >> 8u & 255u, b >> 16u & 255u, b >> 24u) - 128.0) / 127.0"),
];

impl Writer<'_> {
    pub(super) fn packing_value(&mut self, name: &str, values: Vec<Value>, place: Place) -> CgResult<Value> {
        self.expect_arguments(name, 1, &values, place)?;
        let Some(value) = values.into_iter().next() else { return Err(CgError::new(place, "expected an argument")) };
        self.require_extension("GL_ARB_shading_language_packing");
        if let Some((_, count, code)) = PACKS.iter().find(|(known, ..)| *known == name) {
            let kind = Type::vector(Base::Float, *count);
            let value = self.convert_value(value, &kind)?;
            let first = match name {
                "pack_4byte" => "vec4 b = floor(127.0 * clamp(v, -128.0 / 127.0, 1.0) + 128.5); ",
                _ => "",
            };
            self.declare_function(format!(
                "float cg_{name}(vec{count} v) {{ {first}return uintBitsToFloat({code}); }}"
            ));
            return Ok(computed_value(
                call_code(&format!("cg_{name}"), std::slice::from_ref(&value)),
                Type::FLOAT,
                place,
                &[value],
            ));
        }
        let Some((_, count, code)) = UNPACKS.iter().find(|(known, ..)| *known == name) else {
            return Err(CgError::new(place, format!("there is no function '{name}'")));
        };
        let value = self.convert_value(value, &Type::FLOAT)?;
        self.declare_function(format!(
            "vec{count} cg_{name}(float v) {{ uint b = floatBitsToUint(v); return {code}; }}"
        ));
        let base = if name == "unpack_2half" { Base::Half } else { Base::Float };
        let code = call_code(&format!("cg_{name}"), std::slice::from_ref(&value));
        Ok(computed_value(code, Type::vector(base, *count), place, &[value]))
    }
}
