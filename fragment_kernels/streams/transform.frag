#version 330 core
// transform: one point of the result, a point of the source by a 4x4 matrix and a division by w.
//
// A point fills a texel: x, y, z in three channels and 1 in the fourth, so the texel is the homogeneous vector
// already.
#include "stream.glsl"

uniform mat4 matrix;
uniform sampler2D source;

layout(location = 0) out vec4 result;

void main() {
    vec4 moved = matrix * here(source);
    // The w of padding may be 0, and GLSL says nothing of 0.0 / 0.0.
    if (element() < element_count) result = vec4(moved.xyz / moved.w, 1.0);
    else result = moved;
}
