// Colours for GLSL, which mdBook's highlighter does not know, with the dialects of OpenGL 2, and for WGSL, Cg and HLSL.
(function () {
    'use strict';

    const KEYWORDS = 'attribute break buffer case centroid coherent const continue default discard do else flat for highp if in '
        + 'inout invariant layout lowp mediump noperspective out patch precise precision readonly restrict return sample '
        + 'shared smooth struct subroutine switch uniform varying void volatile while writeonly';
    const TYPES = 'bool bvec2 bvec3 bvec4 double dvec2 dvec3 dvec4 float int ivec2 ivec3 ivec4 mat2 mat3 mat4 uint uvec2 uvec3 '
        + 'uvec4 vec2 vec3 vec4 sampler1D sampler2D sampler2DRect sampler2DShadow sampler3D samplerCube isampler2D isampler3D '
        + 'usampler2D usampler3D image2D iimage2D uimage2D image3D iimage3D uimage3D atomic_uint';
    const BUILT_IN = 'abs acos all any asin atan atomicAdd atomicAnd atomicCompSwap atomicExchange atomicMax atomicMin atomicOr '
        + 'atomicXor barrier bitCount bitfieldExtract bitfieldReverse ceil clamp cos cross dFdx dFdy distance dot equal exp '
        + 'exp2 findLSB findMSB floatBitsToInt floatBitsToUint floor fma fract fwidth greaterThan greaterThanEqual '
        + 'groupMemoryBarrier imageAtomicAdd imageLoad imageSize imageStore intBitsToFloat inverse inversesqrt isinf isnan '
        + 'length lessThan lessThanEqual log log2 max memoryBarrier memoryBarrierBuffer memoryBarrierImage '
        + 'memoryBarrierShared min mix mod normalize not notEqual pow reflect refract round roundEven sign sin sqrt step '
        + 'smoothstep tan texelFetch texture texture1D texture2D texture2DRect texture3D textureLod textureSize transpose '
        + 'trunc uintBitsToFloat gl_FragColor gl_FragCoord gl_FragData gl_FragDepth gl_GlobalInvocationID '
        + 'gl_LocalInvocationID gl_LocalInvocationIndex gl_NumWorkGroups gl_PointSize gl_Position gl_VertexID '
        + 'gl_WorkGroupID gl_WorkGroupSize';
    const LITERALS = 'true false';

    // The editor colours by the same words.
    window.gristmill = window.gristmill || {};
    window.gristmill.glsl = { keywords: KEYWORDS, types: TYPES, builtIn: BUILT_IN, literals: LITERALS };

    const WGSL = 'array atomic bool break case const const_assert continue continuing default diagnostic discard else enable f16 f32 false fn '
        + 'for function i32 if let loop override private ptr read read_write return storage struct switch true u32 uniform var vec2 vec3 vec4 '
        + 'while workgroup write';

    const CG = 'break case column_major const continue default discard do else extern for half half2 half3 half4 fixed fixed2 fixed3 fixed4 float float2 '
        + 'float3 float4 float2x2 float3x3 float4x4 bool if in inline inout int int2 int3 int4 out packed register return row_major sampler sampler1D '
        + 'sampler2D sampler3D samplerCUBE samplerRECT static struct switch texture typedef uniform varying void while';

    const language = (keywords) => () => ({
        keywords,
        contains: [
            hljs.C_LINE_COMMENT_MODE,
            hljs.C_BLOCK_COMMENT_MODE,
            { className: 'meta', begin: /^[ \t]*#[ \t]*\w+/ },
            { className: 'number', begin: /\b(0[xX][0-9a-fA-F]+|(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?)[uUfF]?\b/ },
        ],
    });

    // mdBook's highlighter stands at the end of a page, and the script that has it colour all listings right behind it: the language has
    // to be known between the two, or each listing is a warning.
    const known = () => {
        if (window.hljs) {
            document.removeEventListener('load', known, true);
            hljs.registerLanguage('glsl', language({ keyword: KEYWORDS + ' ' + TYPES, built_in: BUILT_IN, literal: LITERALS }));
            hljs.registerLanguage('wgsl', language({ keyword: WGSL }));
            hljs.registerLanguage('cg', language({ keyword: CG }));
            hljs.registerLanguage('hlsl', language({ keyword: CG }));
        }
    };
    document.addEventListener('load', known, true);
})();
