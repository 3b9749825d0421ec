#version 330 core
// matmul_unpack_wide: one element out of the eight targets of matmul_wide.frag.
//
// Target `y % 8` has row y, and channel `x % 4` of its texel column x.
#include "stream.glsl"

uniform sampler2D rows_0;
uniform sampler2D rows_1;
uniform sampler2D rows_2;
uniform sampler2D rows_3;
uniform sampler2D rows_4;
uniform sampler2D rows_5;
uniform sampler2D rows_6;
uniform sampler2D rows_7;

layout(location = 0) out float result;

void main() {
    ivec2 at = here(), texel = at / ivec2(4, 8);
    vec4 four;
    switch (at.y % 8) {               // GLSL of this era has no array of samplers that a fragment may index
        case 0:  four = fetch(rows_0, texel); break;
        case 1:  four = fetch(rows_1, texel); break;
        case 2:  four = fetch(rows_2, texel); break;
        case 3:  four = fetch(rows_3, texel); break;
        case 4:  four = fetch(rows_4, texel); break;
        case 5:  four = fetch(rows_5, texel); break;
        case 6:  four = fetch(rows_6, texel); break;
        default: four = fetch(rows_7, texel); break;
    }
    result = four[at.x % 4];
}
