#version 330 core
// count: puts one point on the element of the result that a value of the source names.
#include "gather.glsl"

uniform int element_count;       // the library sets both
uniform int output_width;
uniform usampler2D source;

void main() {
    uint value = fetch(source, gl_VertexID).r;
    vec2 texel = vec2(place(int(value), output_width));
    vec2 size = vec2(output_width, (element_count + output_width - 1) / output_width);
    gl_Position = vec4((texel + 0.5) / size * 2.0 - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
