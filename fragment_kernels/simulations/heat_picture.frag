#version 330 core
// heat_picture: one pixel of the picture: the colour of a temperature of 0 to 1, from dark blue to white.
#include "stream.glsl"
#include "heat.glsl"

uniform vec2 cells_per_pixel;
uniform sampler2D cells;

layout(location = 0) out vec4 result;

void main() {
    ivec2 cell = ivec2((vec2(here()) + 0.5) * cells_per_pixel);
    result = vec4(glow(fetch(cells, cell).r), 1.0);
}
