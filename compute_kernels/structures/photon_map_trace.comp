#version 430 core
// photon_map_trace: one photon's flights through the room; each leaves a photon of the map on the surface
// that it comes to.
//
// The flights of photon_map_trace.frag in a loop. What a bounce hands to the next stays in registers.
#include "stream.glsl"
#include "photon_scatter.glsl"

layout(local_size_x = 64) in;

uniform int bounces;
uniform vec3 emitted;                                        // the power of each when it leaves the light
layout(std430, binding = 0) writeonly buffer Position  { vec4 position[]; };    // first those of all first flights
layout(std430, binding = 1) writeonly buffer Direction { vec4 direction[]; };   // of the flight that ended there
layout(std430, binding = 2) writeonly buffer Power     { vec4 power[]; };

void main() {
    int photon = element();
    if (photon >= element_count) return;
    uint i = uint(photon);
    vec4 place = vec4(on_light(vec2(uniform_random(seed, i, 0u), uniform_random(seed, i, 1u))), 0.0);
    vec3 heading = spread(vec3(0.0, -1.0, 0.0), vec2(uniform_random(seed, i, 2u), uniform_random(seed, i, 3u)));
    vec3 carried = emitted;
    for (int bounce = 0; bounce < bounces; ++bounce) {
        int slot = bounce * element_count + photon;
        bool flies = dot(heading, heading) > 0.0;
        place = flies ? flight(place.xyz, heading) : vec4(0.0);
        position[slot] = place;
        direction[slot] = vec4(heading, 0.0);
        power[slot] = vec4(carried, 0.0);
        if (flies) leave(place, heading, carried, i, uint(bounce));
    }
}
