#version 430 core
// reaction_diffusion_drop: one cell after a drop of V has fallen near it.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform ivec4 output_shape;          // columns and rows; the library sets it
uniform vec2 centre;                 // where it falls, in cells
uniform float radius;
layout(std430, binding = 0) readonly  buffer Cells  { vec2 cells[]; };
layout(std430, binding = 1) writeonly buffer Result { vec2 result[]; };

void main() {
    int e = element();
    if (e >= element_count) return;
    vec2 away = vec2(e % output_shape.x, e / output_shape.x) + 0.5 - centre;
    float distance = dot(away, away);
    result[e] = distance < radius * radius ? vec2(0.5, 0.25) : cells[e];
}
