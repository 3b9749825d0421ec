#version 330 core
// sort_rows_last: the last steps of a stage in one pass, for strides of two texels, of one, and within the
// texel.
//
// `reach` is 1 or 3 in the stages of two and of four texels, which begin here by their mirror images; later
// it is 0.
#include "sort.glsl"
#include "sort_rows.glsl"

uniform int reach;
uniform usampler2D source;

layout(location = 0) out uvec4 result;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    uvec4 four[4];                                    // this texel, then those one, two and three away
    for (int away = 0; away < 4; away++) four[away] = texelFetch(source, ivec2(at.x ^ away, at.y), 0);
    bool upper = (at.x & 2) != 0, odd = (at.x & 1) != 0;
    uvec4 mine = four[0], theirs = four[1];
    if (reach == 0) {
        mine = kept(mine, four[2], upper);
        theirs = kept(theirs, four[3], upper);
    } else if (reach == 3) {
        mine = kept(mine, four[3].zwxy, upper);
        theirs = kept(theirs, four[2].zwxy, upper);
    } else {
        theirs = theirs.zwxy;
    }
    uvec4 two = kept(mine, theirs, odd);
    result = before(two.zw, two.xy) ? two.zwxy : two;
}
