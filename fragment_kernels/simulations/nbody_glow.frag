#version 330 core
// nbody_glow: one pixel of the picture: its own light, and what the air scatters from those around, as an eye
// would see it.
#include "stream.glsl"

uniform ivec2 size;                  // of the picture, in pixels
uniform float exposure;
uniform sampler2D light;

layout(location = 0) out vec4 picture;

void main() {
    vec3 sum = vec3(0.0);
    for (int row = -4; row <= 4; row++) {
        for (int column = -4; column <= 4; column++) {
            ivec2 texel = clamp(here() + ivec2(column, row), ivec2(0), size - 1);
            float squared = float(row * row + column * column);
            float share = 0.05 / (1.0 + squared) + 0.45 * exp(-1.6 * squared);
            sum += fetch(light, texel).rgb * share;
        }
    }
    vec3 night = vec3(0.012, 0.014, 0.035);
    picture = vec4(night + (1.0 - night) * (1.0 - exp(-sum * exposure)), 1.0);
}
