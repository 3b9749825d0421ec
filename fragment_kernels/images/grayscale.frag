#version 330 core
// grayscale: the luma of one pixel, in all three colours of the result.
//
// The weights are those of Rec. 709: the eye takes most of its light from green. A dot product is one
// instruction of the era.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out vec4 result;

const vec3 WEIGHTS = vec3(0.2126, 0.7152, 0.0722);

void main() {
    vec4 pixel = here(source);
    result = vec4(vec3(dot(pixel.rgb, WEIGHTS)), pixel.a);
}
