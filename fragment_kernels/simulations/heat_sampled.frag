#version 330 core
// heat_sampled: the temperature of one cell a step later, where the sampler says what lies beyond the plate.
//
// Clamped, the cell at the edge stands in for what is missing; repeated, the plate is a torus; with a border's
// value, what is beyond has that temperature.
#include "stream.glsl"

uniform float rate;                  // diffusivity times interval, in squared cells; at most 1/4
uniform ivec4 cells_shape;           // columns and rows; the library sets it
uniform sampler2D cells;             // sampled nearest

layout(location = 0) out float result;

#define at(x, y) textureOffset(cells, middle, ivec2(x, y)).r

void main() {
    vec2 middle = (vec2(here()) + 0.5) / vec2(cells_shape.xy);
    float now = at(0, 0);
    float neighbours = at(-1, 0) + at(1, 0) + (at(0, -1) + at(0, 1));
    result = now + rate * (neighbours - 4.0 * now);
}
