#version 430 core
// fluid: the velocities on one cell's left and upper face a step later: carried along, spread by viscosity,
// pushed.
//
// Each face looks back along the flow to where its fluid comes from, as in fluid.frag.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 result_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Velocity { vec2 velocity[]; };   // across the left face, across the upper face
layout(std430, binding = 1) readonly  buffer Force    { vec2 force[]; };      // in the middles of the cells
layout(std430, binding = 2) readonly  buffer Faces    { uint faces[]; };
layout(std430, binding = 3) writeonly buffer Result   { vec2 result[]; };

int index_of(ivec2 cell) { return cell.y * result_shape.x + cell.x; }

vec2 velocity_at(ivec2 cell) { return velocity[index_of(cell)]; }
vec2 force_at(ivec2 cell) { return force[index_of(cell)]; }
#include "fluid_flow.glsl"

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= result_shape.x || cell.y >= result_shape.y) return;
    result[index_of(cell)] = flow_in(cell, faces[index_of(cell)]);
}
