#version 330 core
// nbody_four: the accelerations of four bodies by a block of bodies, to four render targets.
//
// Each fetch serves all four bodies, and a turn of the loop has two fetches. Element i has the bodies 4 i to
// 4 i + 3; behind the last body they are the last one again, and nbody_join reads none of their sums.
#include "stream.glsl"
#include "nbody.glsl"

uniform int row_bits;                // of a body's place in the texture, for its column
uniform int position_count;          // the library sets it
uniform sampler2D position;          // and in the fourth channel the mass

layout(location = 0) out vec4 sum_0;
layout(location = 1) out vec4 sum_1;
layout(location = 2) out vec4 sum_2;
layout(location = 3) out vec4 sum_3;

vec4 body(int i) { return fetch(position, ivec2(i & ((1 << row_bits) - 1), i >> row_bits)); }

void main() {
    vec3 place[4], sum[4];
    for (int k = 0; k < 4; k++) {
        place[k] = body(min(4 * element() + k, position_count - 1)).xyz;
        sum[k] = vec3(0.0);
    }
    int other = first;
    for (; other + 2 <= last; other += 2) {
        vec4 one = body(other), next = body(other + 1);
        for (int k = 0; k < 4; k++) sum[k] += pull_of(one, place[k]) + pull_of(next, place[k]);
    }
    if (other < last) {
        vec4 one = body(other);
        for (int k = 0; k < 4; k++) sum[k] += pull_of(one, place[k]);
    }
    sum_0 = vec4(sum[0], 0.0);
    sum_1 = vec4(sum[1], 0.0);
    sum_2 = vec4(sum[2], 0.0);
    sum_3 = vec4(sum[3], 0.0);
}
