#version 430 core
// fluid_pressure: one sweep of Jacobi's iteration for the pressure, one block of two by two cells.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform bool known;                                   // or else the pressure is still zero everywhere
uniform float weight;
uniform ivec4 result_shape;                           // blocks along and down; the library sets it
layout(std430, binding = 0) readonly  buffer Pressure   { vec4 pressure[]; };
layout(std430, binding = 1) readonly  buffer Divergence { vec4 divergence[]; };
layout(std430, binding = 2) readonly  buffer Faces      { uvec4 faces[]; };
layout(std430, binding = 3) writeonly buffer Result     { vec4 result[]; };

vec4 pressure_at(ivec2 block) { return known ? pressure[block.y * result_shape.x + block.x] : vec4(0.0); }
#include "fluid_pressure.glsl"

void main() {
    ivec2 block = ivec2(gl_GlobalInvocationID.xy);
    if (block.x >= result_shape.x || block.y >= result_shape.y) return;
    int i = block.y * result_shape.x + block.x;
    result[i] = swept(block, faces[i], divergence[i], weight);
}
