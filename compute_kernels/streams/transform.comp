#version 430 core
// transform: one point of the result, a point of the source by a 4x4 matrix and a division by w.
//
// The same two lines as transform.frag. The item is a vec4: std430 pads a vec3 to sixteen bytes, so the
// fourth channel costs nothing. Only the store is guarded: inside a branch, a software driver reads the matrix
// anew for every lane.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform mat4 matrix;
layout(std430, binding = 0) readonly  buffer Source { vec4 source[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };

void main() {
    int i = element();
    vec4 moved = matrix * source[min(i, element_count - 1)];   // behind the last element, that one again
    if (i < element_count) result[i] = vec4(moved.xyz / moved.w, 1.0);
}
