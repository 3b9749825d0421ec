#version 430 core
// particles: one particle some ticks later: it falls, moves, and where its life is over starts anew in the jet.
//
// The same struct of streams as particles.frag, read and written as vec4: a vec3 would be padded to the same sixteen bytes,
// and the fourth lane is put to use.
#include "stream.glsl"
#include "random.glsl"

layout(local_size_x = 64) in;

uniform uint seed;
uniform int first_tick;
uniform int ticks;                   // of this dispatch
uniform float interval;              // seconds a tick
uniform vec3 fall;                   // gravity * interval
uniform vec3 source;                 // where particles start
uniform vec3 jet;                    // their mean velocity
uniform float spread;                // how far around it

layout(std430, binding = 0) readonly  buffer Position    { vec4 position[]; };
layout(std430, binding = 1) readonly  buffer Velocity    { vec4 velocity[]; };
layout(std430, binding = 2) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 3) writeonly buffer NewVelocity { vec4 new_velocity[]; };

void main() {
    int e = element();
    if (e >= element_count) return;
    vec4 place = position[e];
    vec4 speed = velocity[e];
    uint i = uint(e);
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
    new_position[e] = place;
    new_velocity[e] = speed;
}
