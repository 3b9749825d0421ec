#version 430 core
// fluid_pressure: one sweep of Jacobi's iteration for the pressure, one block of two by two cells.
//
// Through an open face flows the difference of two pressures; over all of a cell's faces these must make up for its divergence.
#include "stream.glsl"
#include "fluid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform bool known;                                   // or else the pressure is still zero everywhere
uniform float weight;                                 // how far a cell goes towards what its neighbours ask of it
uniform ivec4 pressure_shape;                         // blocks along and down; the library sets it
layout(std430, binding = 0) readonly  buffer Pressure   { vec4 pressure[]; };
layout(std430, binding = 1) readonly  buffer Divergence { vec4 divergence[]; };
layout(std430, binding = 2) readonly  buffer Faces      { uvec4 faces[]; };
layout(std430, binding = 3) writeonly buffer Result     { vec4 result[]; };

vec4 at(ivec2 block) {
    bool inside = known && block.x >= 0 && block.y >= 0 && block.x < pressure_shape.x && block.y < pressure_shape.y;
    return inside ? pressure[block.y * pressure_shape.x + block.x] : vec4(0.0);
}

void main() {
    ivec2 block = ivec2(gl_GlobalInvocationID.xy);
    if (block.x >= pressure_shape.x || block.y >= pressure_shape.y) return;
    int i = block.y * pressure_shape.x + block.x;
    vec4 now = at(block);
    uvec4 walls = faces[i];
    vec4 left = at(block - ivec2(1, 0)), right = at(block + ivec2(1, 0));
    vec4 above = at(block - ivec2(0, 1)), below = at(block + ivec2(0, 1));
    vec4 open = open_faces(walls);
    vec4 asked = (around(walls, now, left, right, above, below) - divergence[i]) / max(open, 0.0078125);
    result[i] = mix(vec4(0.0), mix(now, asked, weight), greaterThan(open, vec4(0.0)));
}
