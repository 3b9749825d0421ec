#version 330 core
// photon_map_picture: one pixel from its four eye rays: the light that came straight, and the light of the
// photons.
#include "stream.glsl"
#include "photon_tone.glsl"

uniform sampler2D direct;
uniform sampler2D weight;
uniform sampler2D irradiance;

layout(location = 0) out vec4 result;

void main() {
    vec3 colour = vec3(0.0);
    for (int part = 0; part < 4; ++part) {
        ivec2 ray = 2 * here() + ivec2(part % 2, part / 2);
        colour += tone(fetch(direct, ray).rgb + fetch(weight, ray).rgb * max(fetch(irradiance, ray).rgb, 0.0)) / 4.0;
    }
    result = vec4(colour, 1.0);
}
