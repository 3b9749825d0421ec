#version 330 core
// sort_rows: one step of the bitonic network over texels of two pairs, for strides of at least four texels.
//
// Which side this is and where the partner lies was said by the vertices, so nothing is computed here but the
// comparison.
#include "sort.glsl"
#include "sort_rows.glsl"

uniform int mirrored;
uniform usampler2D source;

flat in int upper;
noperspective in vec2 other;

layout(location = 0) out uvec4 result;

void main() {
    uvec4 theirs = texelFetch(source, ivec2(other), 0);
    if (mirrored != 0) theirs = theirs.zwxy;
    result = kept(texelFetch(source, ivec2(gl_FragCoord.xy), 0), theirs, upper == 1);
}
