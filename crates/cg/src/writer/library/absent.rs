//! Functions of other languages and of later versions, each with what to write instead.

/// Functions, and the sentence about each.
const ABSENT: [(&str, &str); 48] = [
    ("mix", "is of GLSL; write lerp"),
    ("mod", "is of GLSL; write fmod, whose result has the sign of the first"),
    ("dFdx", "is of GLSL; write ddx"),
    ("dFdy", "is of GLSL; write ddy"),
    ("texture", "is of GLSL; write tex2D, texRECT or another read"),
    ("texture1D", "is of GLSL; write tex1D"),
    ("texture2D", "is of GLSL; write tex2D"),
    ("texture3D", "is of GLSL; write tex3D"),
    ("textureCube", "is of GLSL; write texCUBE"),
    ("texture2DRect", "is of GLSL; write texRECT"),
    ("texture2DProj", "is of GLSL; write tex2Dproj"),
    ("shadow2D", "is of GLSL; write tex2D with three coordinates"),
    ("texelFetch", "is of GLSL; write texRECT with halves added"),
    ("matrixCompMult", "is of GLSL; write *"),
    ("lessThan", "is of GLSL; write <"),
    ("greaterThan", "is of GLSL; write >"),
    ("equal", "is of GLSL; write =="),
    ("not", "is of GLSL; write !"),
    ("vec2", "is of GLSL; write float2"),
    ("vec3", "is of GLSL; write float3"),
    ("vec4", "is of GLSL; write float4"),
    ("mat2", "is of GLSL; write float2x2"),
    ("mat3", "is of GLSL; write float3x3"),
    ("mat4", "is of GLSL; write float4x4"),
    ("asfloat", "is of Direct3D 10 and later; cards of this time have no bits of floats"),
    ("asint", "is of Direct3D 10 and later; cards of this time have no bits of floats"),
    ("asuint", "is of Direct3D 10 and later; cards of this time have no bits of floats"),
    ("rcp", "is of Direct3D 11; write 1 / x"),
    ("ddx_coarse", "is of Direct3D 11; write ddx"),
    ("ddy_coarse", "is of Direct3D 11; write ddy"),
    ("countbits", "is of Direct3D 11, and these cards have no such instruction"),
    ("floatToIntBits", "is of Cg 2 for cards of 2006 and later, and is not read here"),
    ("floatToRawIntBits", "is of Cg 2 for cards of 2006 and later, and is not read here"),
    ("intBitsToFloat", "is of Cg 2 for cards of 2006 and later, and is not read here"),
    ("bitCount", "is of Cg 3 for cards of 2010 and later, and is not read here"),
    ("inverse", "is of Cg 3; give the inverse as a uniform"),
    ("tex2Dfetch", "is of Cg 2 for cards of 2006 and later; write texRECT with halves added"),
    ("texRECTfetch", "is of Cg 2 for cards of 2006 and later; write texRECT with halves added"),
    ("texBUF", "is of Cg 2 for cards of 2006 and later; write texRECT of a texture"),
    ("tex2DARRAY", "is of Cg 2 for cards of 2006 and later; write tex3D"),
    ("tex2Dsize", "is of Cg 2 for cards of 2006 and later; give the size as a uniform"),
    ("texRECTsize", "is of Cg 2 for cards of 2006 and later; give the size as a uniform"),
    ("noise", "is of the programs that make textures; read a texture of noise"),
    ("printf", "has no place on a card; write the number to an output"),
    ("log1p", "is not in the library; write log(1 + x)"),
    ("mad", "is of Direct3D 11; write a * b + c"),
    ("fract", "is of GLSL; write frac"),
    ("inversesqrt", "is of GLSL; write rsqrt"),
];

/// Returns the sentence about a function of another language or version, if it is one.
pub(crate) fn explain_absent(name: &str) -> Option<String> {
    let (_, sentence) = ABSENT.iter().find(|(known, _)| *known == name)?;
    Some(format!("'{name}' {sentence}"))
}
