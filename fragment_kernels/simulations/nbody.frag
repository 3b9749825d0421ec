#version 330 core
// nbody: the acceleration of one body by a block of bodies, added to what it has: fetched one by one, four
// per turn.
//
// The bodies are taken in blocks, a pass per block: loops in a kernel must end soon, for some drivers end
// them unasked.
#include "stream.glsl"
#include "nbody.glsl"

uniform int row_bits;                // of a body's place in the texture, for its column
uniform sampler2D position;          // and in the fourth channel the mass
uniform sampler2D acceleration;

layout(location = 0) out vec4 result;

vec4 body(int i) { return fetch(position, ivec2(i & ((1 << row_bits) - 1), i >> row_bits)); }

void main() {
    vec3 place = here(position).xyz;
    vec3 sum = vec3(0.0);
    int other = first;
    for (; other + 4 <= last; other += 4) {
        sum += (pull_of(body(other), place) + pull_of(body(other + 1), place))
            + (pull_of(body(other + 2), place) + pull_of(body(other + 3), place));
    }
    for (; other < last; other++) sum += pull_of(body(other), place);
    result = here(acceleration) + vec4(sum, 0.0);
}
