#version 430 core
// fluid_volume_picture: one pixel of a volume of smoke seen from the front: light absorbed along the line of
// sight.
#include "stream.glsl"
#include "addressing.glsl"

layout(local_size_x = 32, local_size_y = 8) in;

uniform ivec4 smoke_shape;                            // columns, rows and slices; the library sets it
uniform ivec4 result_shape;
layout(std430, binding = 0) readonly  buffer Smoke  { vec4 smoke[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };

ivec3 smoke_size() { return smoke_shape.xyz; }

float smoke_at(ivec3 cell) {
    ivec3 inside = clamp(cell, ivec3(0), smoke_shape.xyz - 1);
    return smoke[index_3d(inside, smoke_shape.xyz)].w;
}
#include "fluid_volume_picture.glsl"

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= result_shape.x || at.y >= result_shape.y) return;
    result[at.y * result_shape.x + at.x] = colour_of(at);
}
