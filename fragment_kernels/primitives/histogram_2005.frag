#version 110
// histogram_2005: whether one element is in the bin; a fragment is kept only if it is, and the occlusion
// query counts those (Green, 2005).
//
// A Radeon 9700 writes to no address of its choice, blends no floats and adds up to 2^17 exactly. Its queries
// count fragments in whole numbers, and discarding one costs an instruction. A NaN compares with nothing, and
// is in no bin.
#include "rectangles_2005.glsl"

uniform float bins;
uniform vec2 edges;          // of the bin, in bins; the last one's upper edge is higher, for 1 is in it
uniform sampler2D source;

void main() {
    float value = texture2D(source, gl_TexCoord[0].xy).r;
    float place = value * bins;
    bool inside = place >= edges.x && place < edges.y && value <= 1.0;
    if (!inside) discard;
    gl_FragColor = vec4(1.0);
}
