// stream.glsl: the stream model of the fragment era in a few functions.
//
// A fragment computes one element: the one whose texel it covers.
#include "gather.glsl"

uniform int element_count;   // elements of the output; the library sets it
uniform int output_width;    // texels in a row of the output; the library sets it

/// The texel that this fragment computes; of a 2D stream, its element's column and row.
ivec2 here() { return ivec2(gl_FragCoord.xy); }

/// The index of the element that this fragment computes. Padding behind the last element has indices from
/// element_count on.
int element() { return here().y * output_width + here().x; }

/// The element of another stream at the same place: an element-wise input.
vec4  here( sampler2D stream) { return texelFetch(stream, here(), 0); }
ivec4 here(isampler2D stream) { return texelFetch(stream, here(), 0); }
uvec4 here(usampler2D stream) { return texelFetch(stream, here(), 0); }

/// The same of streams that lie in one row (`Layout::Row`).
vec4  here( sampler1D stream) { return texelFetch(stream, element(), 0); }
ivec4 here(isampler1D stream) { return texelFetch(stream, element(), 0); }
uvec4 here(usampler1D stream) { return texelFetch(stream, element(), 0); }
