//! Names of GLSL: those that a kernel's author may not have there, and those of types.

use crate::tree::Function;
use crate::types::{Kind, Type, TypeTable};

/// Words of GLSL, its functions, and the functions of the library's include files.
const RESERVED: &str = "
attribute const uniform varying buffer shared coherent volatile restrict readonly writeonly layout centroid flat smooth
noperspective patch sample break continue do for while switch case default if else subroutine in out inout float double int
void bool true false invariant precise discard return mat2 mat3 mat4 dmat2 dmat3 dmat4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2
bvec3 bvec4 dvec2 dvec3 dvec4 uint uvec2 uvec3 uvec4 lowp mediump highp precision sampler1D sampler2D sampler3D samplerCube
sampler2DRect isampler2D usampler2D struct common partition active asm class union enum typedef template this resource goto
inline noinline public static extern external interface long short half fixed unsigned superp input output hvec2 hvec3 hvec4
fvec2 fvec3 fvec4 filter image1D image2D image3D sizeof cast namespace using row_major main sampler
radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs sign floor
trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf floatBitsToInt floatBitsToUint
intBitsToFloat uintBitsToFloat fma frexp ldexp length distance dot cross normalize ftransform faceforward reflect refract
matrixCompMult outerProduct transpose determinant inverse lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual
any all not texture textureSize texelFetch texture2D dFdx dFdy fwidth noise1 noise2 noise3 noise4 barrier memoryBarrier
unpackDouble2x32 packDouble2x32 bitfieldExtract bitfieldInsert bitCount findLSB findMSB
here element fetch place group NOWHERE element_count output_width output_shape output_columns output_size output_texel slice
";

/// Endings of uniforms that the library sets.
const ENDINGS: [&str; 5] = ["_count", "_shape", "_columns", "_size", "_texel"];

/// Returns true if GLSL or the library has this name, or it is one that this compiler writes.
fn is_reserved(name: &str) -> bool {
    RESERVED.split_whitespace().any(|known| known == name)
        || name.starts_with("gl_")
        || name.starts_with("brook_")
        || name.starts_with("defined")
        || name.contains("__")
        || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Returns a name that GLSL accepts, and that none of the others has.
pub(super) fn free_name(name: &str, is_taken: &dyn Fn(&str) -> bool) -> String {
    let mut free = name.replace("__", "_").trim_end_matches('_').to_string();
    if free.is_empty()
        || free.starts_with(|c: char| c.is_ascii_digit())
        || free.starts_with("gl_")
        || free.starts_with("brook_")
    {
        free = format!("a{free}");
    }
    // One sign at the end makes it free: two in a row are reserved.
    let mut number = 0;
    let mut tried = free.clone();
    while is_reserved(&tried) || (is_taken(&tried) && tried != name) || (number > 0 && is_taken(&tried)) {
        number += 1;
        tried = if number == 1 { format!("{free}_") } else { format!("{free}_{number}") };
    }
    tried
}

/// Returns the GLSL names of a function's locals.
pub(super) fn local_names(function: &Function) -> Vec<String> {
    let is_taken = |name: &str| function.locals.iter().any(|local| local.name == name);
    function.locals.iter().map(|local| free_name(&local.name, &is_taken)).collect()
}

/// Returns the GLSL scalar that holds a kind: `float`, `int`, `uint`, `bool`, `double`.
pub(super) fn scalar_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Float | Kind::Fixed => "float",
        Kind::Double => "double",
        Kind::Bool => "bool",
        Kind::UInt => "uint",
        _ => "int",
    }
}

/// Returns the GLSL name of a number or vector.
pub(super) fn number_name(kind: Kind, lanes: u8) -> String {
    let prefix = match scalar_name(kind) {
        name if lanes == 1 => return name.to_string(),
        "float" => "vec",
        "double" => "dvec",
        "bool" => "bvec",
        "uint" => "uvec",
        _ => "ivec",
    };
    format!("{prefix}{lanes}")
}

/// Returns the GLSL name of a type, and what follows the variable's name: the brackets of an array.
pub(super) fn type_name(types: &TypeTable, ty: &Type) -> (String, String) {
    match ty {
        Type::Number { kind, lanes } => (number_name(*kind, *lanes), String::new()),
        Type::Struct(index) => (struct_name(types, *index), String::new()),
        Type::Array(of, length) => {
            let (name, rest) = type_name(types, of);
            (name, format!("[{length}]{rest}"))
        }
        _ => ("void".to_string(), String::new()),
    }
}

/// Returns the GLSL name of a struct.
pub(super) fn struct_name(types: &TypeTable, index: usize) -> String {
    let name = types.structs.get(index).map(|known| known.name.as_str()).unwrap_or_default();
    format!("brook_{}_{index}", name.replace("__", "_").trim_matches('_'))
}

/// Returns the GLSL name of a struct's member.
pub(super) fn member_name(name: &str) -> String {
    free_name(name, &|_| false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_free() {
        let taken = |name: &str| ["output", "output_", "x"].contains(&name);
        assert_eq!(free_name("x", &taken), "x");
        assert_eq!(free_name("output", &taken), "output_2");
        assert_eq!(free_name("length", &|_| false), "length_");
        assert_eq!(free_name("a__b", &|_| false), "a_b");
        assert_eq!(free_name("brook_x", &|_| false), "abrook_x");
        assert_eq!(free_name("x_count", &|_| false), "x_count_");
    }
}
