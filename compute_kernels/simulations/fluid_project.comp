#version 430 core
// fluid_project: the velocities on one cell's left and upper face without what the pressure takes away: what
// is left has no divergence.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 result_shape;                           // columns and rows; the library sets it
uniform ivec4 pressure_shape;
layout(std430, binding = 0) readonly  buffer Velocity { vec2 velocity[]; };
layout(std430, binding = 1) readonly  buffer Pressure { vec4 pressure[]; };   // by blocks
layout(std430, binding = 2) readonly  buffer Faces    { uint faces[]; };
layout(std430, binding = 3) writeonly buffer Result   { vec2 result[]; };

float at(ivec2 cell) { return channel(pressure[(cell.y / 2) * pressure_shape.x + (cell.x / 2)], cell); }

void main() {
    ivec2 cell = ivec2(gl_GlobalInvocationID.xy);
    if (cell.x >= result_shape.x || cell.y >= result_shape.y) return;
    int i = cell.y * result_shape.x + cell.x;
    uint walls = faces[i];
    bvec2 open = bvec2(openness(walls, LEFT) > 0.0, openness(walls, ABOVE) > 0.0);
    vec2 before = vec2(open.x ? at(cell - ivec2(1, 0)) : 0.0, open.y ? at(cell - ivec2(0, 1)) : 0.0);
    result[i] = mix(vec2(0.0), velocity[i] - (at(cell) - before), open);
}
