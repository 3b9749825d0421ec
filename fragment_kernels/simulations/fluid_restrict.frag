#version 330 core
// fluid_restrict: what one grid's pressure leaves of the divergence, added up for one block of the next: each
// of its cells is a block of this.
#include "stream.glsl"
#include "fluid.glsl"

uniform sampler2D pressure;
uniform sampler2D divergence;
uniform usampler2D faces;

layout(location = 0) out vec4 result;

vec4 pressure_at(ivec2 block) { return fetch(pressure, block); }
#include "fluid_pressure.glsl"

float sum_of(ivec2 block) {
    if (block.x >= pressure_shape.x || block.y >= pressure_shape.y) return 0.0;
    return left_over(block, fetch(faces, block), fetch(divergence, block));
}

void main() {
    ivec2 block = 2 * here();
    vec2 upper = vec2(sum_of(block), sum_of(block + ivec2(1, 0)));
    vec2 lower = vec2(sum_of(block + ivec2(0, 1)), sum_of(block + ivec2(1, 1)));
    result = vec4(upper, lower);
}
