#version 330 core
// invert: one pixel of the negative.
//
// A byte arrives as a float in 0 to 1, and is rounded to the nearest byte when it is written. Alpha is
// coverage, not light: it stays.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out vec4 result;

void main() {
    vec4 pixel = here(source);
    result = vec4(1.0 - pixel.rgb, pixel.a);
}
