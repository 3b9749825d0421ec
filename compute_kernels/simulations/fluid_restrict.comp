#version 430 core
// fluid_restrict: the divergence of one block of the next grid, whose cells are blocks of this one: what the
// pressure leaves of each.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

uniform ivec4 faces_shape;                            // blocks along and down; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Pressure   { vec4 pressure[]; };
layout(std430, binding = 1) readonly  buffer Divergence { vec4 divergence[]; };
layout(std430, binding = 2) readonly  buffer Faces      { uvec4 faces[]; };
layout(std430, binding = 3) writeonly buffer Result     { vec4 result[]; };

vec4 pressure_at(ivec2 block) { return pressure[block.y * faces_shape.x + block.x]; }
#include "fluid_pressure.glsl"

float sum_of(ivec2 block) {
    if (block.x >= pressure_shape.x || block.y >= pressure_shape.y) return 0.0;
    int i = block.y * pressure_shape.x + block.x;
    return left_over(block, faces[i], divergence[i]);
}

void main() {
    ivec2 coarse = ivec2(gl_GlobalInvocationID.xy);
    if (coarse.x >= result_shape.x || coarse.y >= result_shape.y) return;
    ivec2 block = 2 * coarse;
    vec2 upper = vec2(sum_of(block), sum_of(block + ivec2(1, 0)));
    vec2 lower = vec2(sum_of(block + ivec2(0, 1)), sum_of(block + ivec2(1, 1)));
    result[coarse.y * result_shape.x + coarse.x] = vec4(upper, lower);
}
