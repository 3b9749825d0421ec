#version 430 core
// fluid_restrict: what one grid's pressure leaves of the divergence, added up for one block of the next: each of its cells is a block of this.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 16, local_size_y = 8) in;

uniform ivec4 pressure_shape;                         // blocks along and down; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Pressure   { vec4 pressure[]; };
layout(std430, binding = 1) readonly  buffer Divergence { vec4 divergence[]; };
layout(std430, binding = 2) readonly  buffer Faces      { uvec4 faces[]; };
layout(std430, binding = 3) writeonly buffer Result     { vec4 result[]; };

vec4 at(ivec2 block) {
    bool inside = block.x >= 0 && block.y >= 0 && block.x < pressure_shape.x && block.y < pressure_shape.y;
    return inside ? pressure[block.y * pressure_shape.x + block.x] : vec4(0.0);
}

float left_over(ivec2 block) {
    if (block.x >= pressure_shape.x || block.y >= pressure_shape.y) return 0.0;
    int i = block.y * pressure_shape.x + block.x;
    vec4 now = at(block);
    uvec4 walls = faces[i];
    vec4 left = at(block - ivec2(1, 0)), right = at(block + ivec2(1, 0));
    vec4 above = at(block - ivec2(0, 1)), below = at(block + ivec2(0, 1));
    vec4 rest = divergence[i] - (around(walls, now, left, right, above, below) - open_faces(walls) * now);
    return rest.x + rest.y + (rest.z + rest.w);
}

void main() {
    ivec2 coarse = ivec2(gl_GlobalInvocationID.xy);
    if (coarse.x >= result_shape.x || coarse.y >= result_shape.y) return;
    ivec2 block = 2 * coarse;
    vec2 upper = vec2(left_over(block), left_over(block + ivec2(1, 0)));
    vec2 lower = vec2(left_over(block + ivec2(0, 1)), left_over(block + ivec2(1, 1)));
    result[coarse.y * result_shape.x + coarse.x] = vec4(upper, lower);
}
