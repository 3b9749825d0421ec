// photon_scatter.glsl: how light leaves the surfaces of the room, in both eras.
//
// A wall scatters it by the cosine, the mirror reflects it, the glass does one or the other by chance. What
// is drawn by chance follows from the photon's number and the bounce.
#include "random.glsl"
#include "photon_room.glsl"

uniform vec3 walls[6];               // how much of red, green and blue light each wall gives back
uniform uint seed;

const float INDEX = 1.5;             // of the glass

/// The share of light that glass throws back (Schlick 1994), 1 where none gets through; the side it came
/// from, and where the rest goes.
float share(vec4 place, vec3 direction, out vec3 facing, out vec3 through) {
    vec3 outward = normal(place);
    bool enters = dot(direction, outward) < 0.0;
    facing = enters ? outward : -outward;
    through = refract(direction, facing, enters ? 1.0 / INDEX : INDEX);
    float grazing = clamp(1.0 + max(dot(direction, facing), dot(through, facing)), 0.0, 1.0);   // on the side of the air
    float least = (INDEX - 1.0) * (INDEX - 1.0) / ((INDEX + 1.0) * (INDEX + 1.0));
    return dot(through, through) == 0.0 ? 1.0 : mix(pow(grazing, 5.0), 1.0, least);
}

/// Where light goes from a sphere: off the mirror, off the glass or through it, as `chance` has it.
vec3 bend(vec4 place, vec3 direction, float chance) {
    vec3 facing, through;
    if (int(place.w) == MIRROR) return reflect(direction, normal(place));
    float back = share(place, direction, facing, through);
    return normalize(chance < back ? reflect(direction, facing) : through);
}

/// A direction away from a wall, the likelier the nearer to its normal (by the cosine).
vec3 spread(vec3 inward, vec2 draws) {
    float angle = 6.28318531 * draws.x;
    vec2 disc = sqrt(draws.y) * vec2(cos(angle), sin(angle));
    vec3 across = abs(inward.x) > 0.5 ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    return disc.x * across + disc.y * cross(inward, across) + sqrt(1.0 - draws.y) * inward;
}

// ANCHOR: leave
/// How photon `i` leaves the surface that its flight came to, with what power: nowhere, and with none, where
/// it is absorbed.
void leave(vec4 place, inout vec3 heading, inout vec3 carried, uint i, uint bounce) {
    uint draw = 8u * bounce + 4u;                     // the first four draws are for how it left the light
    float chance = uniform_random(seed, i, draw);
    int surface = int(place.w);
    if (surface >= MIRROR) {
        heading = bend(place, heading, chance);
        return;
    }
    vec3 given_back = walls[surface - 1];
    float survival = max(given_back.r, max(given_back.g, given_back.b));
    bool absorbed = chance >= survival;
    vec2 draws = vec2(uniform_random(seed, i, draw + 1u), uniform_random(seed, i, draw + 2u));
    heading = absorbed ? vec3(0.0) : spread(normal(place), draws);
    carried = absorbed ? vec3(0.0) : carried * given_back / survival;
}
// ANCHOR_END: leave
