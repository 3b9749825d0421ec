#version 430 core
// photon_map_picture: one pixel from its four eye rays: the light that came straight, and the light of the
// photons.
#include "stream.glsl"
#include "photon_tone.glsl"

layout(local_size_x = 64) in;

uniform ivec4 output_shape;                                  // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Direct     { vec4 direct[]; };
layout(std430, binding = 1) readonly  buffer Weight     { vec4 weight[]; };
layout(std430, binding = 2) readonly  buffer Irradiance { vec4 irradiance[]; };
layout(std430, binding = 3) writeonly buffer Result     { vec4 result[]; };

void main() {
    int e = element();
    if (e >= element_count) return;
    ivec2 pixel = ivec2(e % output_shape.x, e / output_shape.x);
    vec3 colour = vec3(0.0);
    for (int part = 0; part < 4; ++part) {
        int ray = (2 * pixel.y + part / 2) * (2 * output_shape.x) + 2 * pixel.x + (part % 2);
        colour += tone(direct[ray].rgb + weight[ray].rgb * max(irradiance[ray].rgb, 0.0)) / 4.0;
    }
    result[e] = vec4(colour, 1.0);
}
