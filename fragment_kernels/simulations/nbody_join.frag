#version 330 core
// nbody_join: the acceleration of one body by a block, from the render target that has it, added to what the
// body has.
#include "stream.glsl"

uniform sampler2D acceleration;
uniform sampler2D sum_0;             // of bodies 0, 4, 8 ...
uniform sampler2D sum_1;
uniform sampler2D sum_2;
uniform sampler2D sum_3;

layout(location = 0) out vec4 result;

void main() {
    int four = element() >> 2, which = element() & 3;
    vec4 low = which == 0 ? fetch(sum_0, four) : fetch(sum_1, four);
    vec4 high = which == 2 ? fetch(sum_2, four) : fetch(sum_3, four);
    result = here(acceleration) + (which < 2 ? low : high);
}
