#version 330 core
// photon_map_start: one photon as it leaves the light: from where, in which direction, with what power.
#include "stream.glsl"
#include "photon_scatter.glsl"

uniform vec3 emitted;                // the power of each

layout(location = 0) out vec4 position;
layout(location = 1) out vec4 direction;
layout(location = 2) out vec4 power;

void main() {
    uint i = uint(element());
    vec2 place = vec2(uniform_random(seed, i, 0u), uniform_random(seed, i, 1u));
    vec2 heading = vec2(uniform_random(seed, i, 2u), uniform_random(seed, i, 3u));
    position = vec4(on_light(place), CEILING);
    direction = vec4(spread(vec3(0.0, -1.0, 0.0), heading), 0.0);
    power = vec4(emitted, 0.0);
}
