// photon_room.glsl: the room of photons and eye rays, in both eras: a cube of side 1 with a mirror sphere and
// a glass sphere in it.
//
// Walls are surfaces 1 to 6: x = 0, x = 1, y = 0 (the floor), y = 1 (the ceiling), z = 0 (the back), z = 1
// (the front, where the eye looks in).

uniform vec4 spheres[2];             // centre and radius: the mirror, the glass; a radius of 0 is no sphere
uniform vec3 light;                  // x and z of its centre on the ceiling, and half its side

const int MIRROR = 7;
const int GLASS = 8;
const float CEILING = 4.0;
const float NEAREST = 1e-4;          // a flight is longer: what a ray has just left it does not hit again

/// Where the flight from `origin` ends: the place, and in the fourth channel the surface. Directions have length
/// 1.
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

/// The place on the light of two draws.
vec3 on_light(vec2 draws) {
    vec2 place = light.xy + (2.0 * draws - 1.0) * light.z;
    return vec3(place.x, 1.0, place.y);
}
