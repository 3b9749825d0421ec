#version 330 core
// fluid_picture: one pixel of the picture: the dye there on a dark ground, walls in grey.
#include "stream.glsl"

uniform vec2 cells_a_pixel;
uniform ivec4 dye_shape;             // columns and rows; the library sets it
uniform sampler2D dye;
uniform usampler2D faces;

layout(location = 0) out vec4 result;

vec4 at(ivec2 cell) {                // the dye, and in the fourth lane whether it is a wall
    ivec2 place = clamp(cell, ivec2(0), dye_shape.xy - 1);
    return vec4(fetch(dye, place).rgb, fetch(faces, place).r == 0u ? 1.0 : 0.0);
}

void main() {
    vec2 place = (vec2(here()) + 0.5) * cells_a_pixel - 0.5;
    ivec2 low = ivec2(floor(place));
    vec2 part = place - vec2(low);
    vec4 upper = mix(at(low), at(low + ivec2(1, 0)), part.x);
    vec4 lower = mix(at(low + ivec2(0, 1)), at(low + ivec2(1, 1)), part.x);
    vec4 seen = mix(upper, lower, part.y);
    vec3 light = mix(vec3(0.02, 0.03, 0.07) + seen.rgb, vec3(0.55, 0.57, 0.62), seen.a);
    result = vec4(clamp(light, 0.0, 1.0), 1.0);
}
