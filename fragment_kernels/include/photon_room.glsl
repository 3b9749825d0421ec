// photon_room.glsl: the room of photons and eye rays, in both eras: a cube of side 1 with a mirror sphere and a glass sphere in it.
//
// Walls are surfaces 1 to 6: x = 0, x = 1, y = 0 (the floor), y = 1 (the ceiling), z = 0 (the back), z = 1 (the front, where the eye looks in).
#include "random.glsl"

uniform vec3 walls[6];               // how much of red, green and blue light each wall gives back
uniform vec4 spheres[2];             // centre and radius: the mirror, the glass; a radius of 0 is no sphere
uniform vec3 light;                  // x and z of its centre on the ceiling, and half its side
uniform uint seed;

const int MIRROR = 7;
const int GLASS = 8;
const float CEILING = 4.0;
const float NEAREST = 1e-4;          // a flight is longer: what a ray has just left it does not hit again
const float INDEX = 1.5;             // of the glass

/// Where the flight from `origin` ends: the place, and in the fourth lane the surface. Directions have length 1.
vec4 flight(vec3 origin, vec3 direction) {
    vec3 safe = mix(direction, vec3(1e-8), lessThan(abs(direction), vec3(1e-8)));
    vec3 ahead = step(vec3(0.0), safe);
    vec3 lengths = (ahead - origin) / safe;           // to the three walls ahead
    int axis = lengths.y < lengths.x ? 1 : 0;
    axis = lengths.z < lengths[axis] ? 2 : axis;
    float nearest = lengths[axis];
    vec3 place = clamp(origin + nearest * direction, 0.0, 1.0);
    place[axis] = ahead[axis];                        // exactly on the wall
    float surface = 1.0 + 2.0 * float(axis) + ahead[axis];
    for (int which = 0; which < 2; ++which) {
        vec3 from = origin - spheres[which].xyz;
        float half_way = -dot(from, direction);
        vec3 aside = from + half_way * direction;
        float inside = spheres[which].w * spheres[which].w - dot(aside, aside);
        if (inside <= 0.0) continue;
        float first = half_way - sqrt(inside), last = half_way + sqrt(inside);
        float entry = first > NEAREST ? first : last;
        if (entry <= NEAREST || entry >= nearest) continue;
        nearest = entry;
        place = spheres[which].xyz + spheres[which].w * normalize(from + entry * direction);
        surface = float(MIRROR + which);
    }
    return vec4(place, surface);
}

/// The normal of the surface that a flight came to: walls' look into the room, spheres' outward.
vec3 normal(vec4 place) {
    int surface = int(place.w);
    if (surface >= MIRROR) return normalize(place.xyz - spheres[surface - MIRROR].xyz);
    vec3 inward = vec3(0.0);
    int wall = surface - 1;
    inward[wall / 2] = wall % 2 == 0 ? 1.0 : -1.0;
    return inward;
}

/// The share of light that glass throws back (Schlick 1994), 1 where none gets through; the side it came from, and where the rest goes.
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

/// The place on the light of two draws.
vec3 on_light(vec2 draws) {
    vec2 place = light.xy + (2.0 * draws - 1.0) * light.z;
    return vec3(place.x, 1.0, place.y);
}

// ANCHOR: leave
/// How photon `i` leaves the surface that its flight came to, with what power: nowhere, and with none, where it is absorbed.
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
