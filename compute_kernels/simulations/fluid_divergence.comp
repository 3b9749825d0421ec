#version 430 core
// fluid_divergence: what flows out of each of the four cells of a block, less what flows in.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 velocity_shape;                         // columns and rows; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Velocity { vec2 velocity[]; };
layout(std430, binding = 1) writeonly buffer Result   { vec4 result[]; };

/// There is none behind the last cells' right and lower faces, which are walls.
vec2 at(ivec2 cell) {
    bool inside = cell.x < velocity_shape.x && cell.y < velocity_shape.y;
    return inside ? velocity[cell.y * velocity_shape.x + cell.x] : vec2(0.0);
}

void main() {
    ivec2 block = ivec2(gl_GlobalInvocationID.xy);
    if (block.x >= result_shape.x || block.y >= result_shape.y) return;
    ivec2 cell = 2 * block;
    vec2 a = at(cell), b = at(cell + ivec2(1, 0)), c = at(cell + ivec2(0, 1)), d = at(cell + ivec2(1, 1));
    vec2 right = vec2(at(cell + ivec2(2, 0)).x, at(cell + ivec2(2, 1)).x);
    vec2 below = vec2(at(cell + ivec2(0, 2)).y, at(cell + ivec2(1, 2)).y);
    result[block.y * result_shape.x + block.x] = divergence_of(a, b, c, d, right, below);
}
