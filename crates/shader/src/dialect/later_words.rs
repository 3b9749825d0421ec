//! Keywords and functions of later GLSL versions, which older kernels may use as names of their own.

use super::Dialect;

/// Returns true if a word is a keyword of later GLSL but not of this dialect with these
/// `#extension` lines: then it is a name that the kernel's author chose.
pub(super) fn is_later_keyword(word: &str, dialect: Dialect, extensions: &str) -> bool {
    let Some((desktop, es, brought_by)) = find_keyword(word) else { return false };
    !dialect.is_since(desktop, es) && !brought_by.iter().any(|extension| extensions.contains(extension))
}

/// Returns the first desktop and ES versions that have a word as a keyword (0: none), and the
/// extensions that add it to older ones.
fn find_keyword(word: &str) -> Option<(u32, u32, &'static [&'static str])> {
    Some(match word {
        "smooth" | "flat" => (130, 300, &[]),
        "noperspective" => (130, 0, &["noperspective"]),
        "centroid" => (120, 300, &[]),
        "invariant" => (120, 100, &[]),
        "layout" => (140, 300, &["shading_language_420pack", "explicit_attrib_location"]),
        "shared" => (140, 300, &[]),
        "buffer" => (430, 310, &["shader_storage_buffer_object", "compute_shader"]),
        "precision" | "highp" | "mediump" | "lowp" => (130, 100, &[]),
        "uint" | "uvec2" | "uvec3" | "uvec4" => (130, 300, &[]),
        "mat2x2" | "mat2x3" | "mat2x4" | "mat3x2" | "mat3x3" | "mat3x4" | "mat4x2" | "mat4x3" | "mat4x4" => {
            (120, 300, &[])
        }
        "patch" => (400, 320, &["tessellation_shader"]),
        "sample" => (400, 320, &["gpu_shader5", "shader_multisample_interpolation"]),
        "precise" => (400, 320, &["gpu_shader5"]),
        "subroutine" => (400, 0, &["shader_subroutine"]),
        "coherent" | "restrict" | "readonly" | "writeonly" => (420, 310, &["shader_image_load_store"]),
        "atomic_uint" => (420, 310, &["shader_atomic_counters"]),
        // Reserved to this day and never used.
        "resource" | "superp" => (0, 0, &[]),
        _ if word.starts_with("dmat") => (400, 0, &["gpu_shader_fp64"]),
        _ => return find_opaque_type(word),
    })
}

/// Returns the same for a sampler or image type.
fn find_opaque_type(word: &str) -> Option<(u32, u32, &'static [&'static str])> {
    // `image2D` begins with the letter that is a prefix in `iimage2D`.
    let bare = if word.starts_with("image") { word } else { word.strip_prefix(['i', 'u']).unwrap_or(word) };
    if let Some(shape) = bare.strip_prefix("image") {
        let shapes =
            ["1D", "2D", "3D", "Cube", "Buffer", "2DRect", "1DArray", "2DArray", "CubeArray", "2DMS", "2DMSArray"];
        return shapes
            .contains(&shape)
            .then_some((420, 310, &["shader_image_load_store", "shader_image"]));
    }
    Some(match (bare.strip_prefix("sampler")?, bare.len() < word.len()) {
        ("2DMS" | "2DMSArray", _) => (150, 310, &["texture_multisample"]),
        ("Buffer", _) => (140, 320, &["texture_buffer"]),
        ("CubeArray" | "CubeArrayShadow", _) => (400, 320, &["texture_cube_map_array"]),
        ("1DArray" | "1DArrayShadow", _) => (130, 0, &["texture_array"]),
        ("2DArray" | "2DArrayShadow" | "CubeShadow", _) => (130, 300, &["texture_array"]),
        ("2DRect", true) => (140, 0, &[]),
        ("1D" | "2D" | "3D" | "Cube", true) => (130, 300, &[]),
        _ => return None,
    })
}

/// Functions added after the first GLSL, by the desktop and ES versions that added them.
const FUNCTIONS: [(u32, u32, &[&str]); 7] = [
    (120, 300, &["outerProduct", "transpose"]),
    (
        130,
        300,
        &[
            "sinh",
            "cosh",
            "tanh",
            "asinh",
            "acosh",
            "atanh",
            "trunc",
            "round",
            "roundEven",
            "modf",
            "isnan",
            "isinf",
            "texture",
            "textureProj",
            "textureLod",
            "textureOffset",
            "textureSize",
            "texelFetch",
            "texelFetchOffset",
            "textureProjOffset",
            "textureLodOffset",
            "textureProjLod",
            "textureProjLodOffset",
            "textureGrad",
            "textureGradOffset",
            "textureProjGrad",
            "textureProjGradOffset",
        ],
    ),
    (140, 300, &["inverse"]),
    (150, 300, &["determinant"]),
    (330, 300, &["floatBitsToInt", "floatBitsToUint", "intBitsToFloat", "uintBitsToFloat"]),
    (
        400,
        310,
        &[
            "fma",
            "frexp",
            "ldexp",
            "bitfieldExtract",
            "bitfieldInsert",
            "bitfieldReverse",
            "bitCount",
            "findLSB",
            "findMSB",
            "uaddCarry",
            "usubBorrow",
            "umulExtended",
            "imulExtended",
            "textureGather",
            "textureGatherOffset",
            "textureGatherOffsets",
            "textureQueryLod",
            "packUnorm2x16",
            "packUnorm4x8",
            "packSnorm4x8",
            "unpackUnorm2x16",
            "unpackUnorm4x8",
            "unpackSnorm4x8",
            "packDouble2x32",
            "unpackDouble2x32",
            "interpolateAtCentroid",
            "interpolateAtSample",
            "interpolateAtOffset",
        ],
    ),
    (
        430,
        310,
        &[
            "packSnorm2x16",
            "unpackSnorm2x16",
            "packHalf2x16",
            "unpackHalf2x16",
            "imageLoad",
            "imageStore",
            "imageSize",
            "imageAtomicAdd",
            "imageAtomicMin",
            "imageAtomicMax",
            "imageAtomicAnd",
            "imageAtomicOr",
            "imageAtomicXor",
            "imageAtomicExchange",
            "imageAtomicCompSwap",
            "atomicAdd",
            "atomicMin",
            "atomicMax",
            "atomicAnd",
            "atomicOr",
            "atomicXor",
            "atomicExchange",
            "atomicCompSwap",
            "atomicCounter",
            "atomicCounterIncrement",
            "atomicCounterDecrement",
            "memoryBarrier",
            "groupMemoryBarrier",
            "barrier",
            "memoryBarrierBuffer",
            "memoryBarrierImage",
            "memoryBarrierShared",
            "textureQueryLevels",
            "textureSamples",
            "imageSamples",
            "dFdxFine",
            "dFdyFine",
            "dFdxCoarse",
            "dFdyCoarse",
            "fwidthFine",
            "fwidthCoarse",
        ],
    ),
];

/// Returns true if GLSL has a function of that name today that the first GLSL lacked.
pub(super) fn is_function(name: &str) -> bool {
    FUNCTIONS.iter().any(|(_, _, names)| names.contains(&name))
}

/// Returns true if the name is that of a function added after this dialect: the author's own
/// function of that name may return something else.
pub(super) fn is_later_function(name: &str, dialect: Dialect) -> bool {
    FUNCTIONS
        .iter()
        .any(|(desktop, es, names): &(u32, u32, &[&str])| names.contains(&name) && !dialect.is_since(*desktop, *es))
}
