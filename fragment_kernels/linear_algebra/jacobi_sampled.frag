#version 330 core
// jacobi_sampled: one sweep for Poisson's equation, one cell of the grid from its four neighbours of the sweep
// before, where the sampler says what lies beyond the grid.
//
// With a border of zeros it is jacobi.frag; clamped, nothing flows through the edge; repeated, the grid is a
// torus.
#include "stream.glsl"

uniform ivec4 x_shape;               // columns and rows; the library sets it
uniform sampler2D x;                 // sampled nearest
uniform sampler2D b;

layout(location = 0) out float result;

#define at(column, row) textureOffset(x, middle, ivec2(column, row)).r

void main() {
    vec2 middle = (vec2(here()) + 0.5) / vec2(x_shape.xy);
    float neighbours = at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1);
    result = 0.25 * (here(b).r + neighbours);
}
