#version 330 core
// particles: one particle some ticks later: it falls, moves, and where its life is over starts anew in the jet.
//
// Two streams in, two out at once: a struct of streams. A particle's fourth lane counts its remaining ticks down, in whole
// numbers, which a float holds exactly: when it starts anew must not depend on how a machine rounds.
#include "stream.glsl"
#include "random.glsl"

uniform uint seed;
uniform int first_tick;
uniform int ticks;                   // of this pass
uniform float interval;              // seconds a tick
uniform vec3 fall;                   // gravity * interval
uniform vec3 source;                 // where particles start
uniform vec3 jet;                    // their mean velocity
uniform float spread;                // how far around it

uniform sampler2D position;
uniform sampler2D velocity;

layout(location = 0) out vec4 new_position;
layout(location = 1) out vec4 new_velocity;

void main() {
    vec4 place = here(position);
    vec4 speed = here(velocity);
    uint i = uint(element());
    for (int tick = first_tick; tick < first_tick + ticks; ++tick) {
        speed.xyz += fall;
        place.xyz += speed.xyz * interval;
        place.w -= 1.0;
        if (place.w <= 0.0) {
            uint draw = uint(tick) * 4u;
            vec3 draws = vec3(uniform_random(seed, i, draw), uniform_random(seed, i, draw + 1u), uniform_random(seed, i, draw + 2u));
            speed.xyz = jet + (draws - 0.5) * spread;
            place = vec4(source, 64.0 + floor(uniform_random(seed, i, draw + 3u) * 64.0));
        }
    }
    new_position = place;
    new_velocity = speed;
}
