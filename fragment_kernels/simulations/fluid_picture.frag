#version 330 core
// fluid_picture: one pixel of the picture: the dye there on a dark ground, walls in grey.
#include "stream.glsl"

uniform ivec4 dye_shape;             // columns and rows; the library sets it
uniform sampler2D dye;
uniform usampler2D faces;

layout(location = 0) out vec4 result;

vec4 at(ivec2 cell) {
    ivec2 place = clamp(cell, ivec2(0), dye_shape.xy - 1);
    return vec4(fetch(dye, place).rgb, fetch(faces, place).r == 0u ? 1.0 : 0.0);
}
#include "fluid_picture.glsl"

void main() {
    result = colour_of(here());
}
