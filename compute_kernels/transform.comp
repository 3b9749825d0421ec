#version 430 core
// transform: one point of the result, a point of the source by a 4x4 matrix and a division by w.
//
// The same two lines as transform.frag. The item is a vec4: std430 pads a vec3 to sixteen bytes, so the fourth lane costs nothing.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform mat4 matrix;
layout(std430, binding = 0) readonly  buffer Source { vec4 source[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec4 moved = matrix * source[i];
    result[i] = vec4(moved.xyz / moved.w, 1.0);
}
