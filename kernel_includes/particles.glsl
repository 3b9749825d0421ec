// particles.glsl: how a particle of the fountain lives, in both eras.
//
// Its fourth channel counts the remaining ticks down, in whole numbers, which a float holds exactly: when it
// starts anew must not depend on how a machine rounds.
#include "random.glsl"

uniform uint seed;
uniform int first_tick;
uniform int ticks;                   // of this pass
uniform float interval;              // seconds of a tick
uniform vec3 fall;                   // gravity * interval
uniform vec3 source;                 // where particles start
uniform vec3 jet;                    // their mean velocity
uniform float spread;                // how far around it

/// Some ticks: it falls, moves, and where its life is over starts anew in the jet.
void live(uint i, inout vec4 place, inout vec4 speed) {
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
}
