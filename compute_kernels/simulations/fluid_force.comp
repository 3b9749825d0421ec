#version 430 core
// fluid_force: what pushes the fluid in one cell's middle: vorticity confinement, and jets.
//
// Confinement pushes along eddies, across the slope of the vorticity's size, as in fluid_force.frag.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 result_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Velocity { vec2 velocity[]; };
layout(std430, binding = 1) writeonly buffer Result   { vec2 result[]; };

vec2 velocity_at(ivec2 cell) { return velocity[cell.y * result_shape.x + cell.x]; }
#include "fluid_force.glsl"

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= result_shape.x || cell.y >= result_shape.y) return;
    result[cell.y * result_shape.x + cell.x] = force_in(cell);
}
