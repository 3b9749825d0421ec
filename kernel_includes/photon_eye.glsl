// photon_eye.glsl: what an eye ray sees of the room before photons are asked, in both eras.
//
// The ray goes on off the mirror and through the glass until it comes to a wall. There the light that comes
// straight from the lamp is sampled by shadow rays; the rest is for the photons.
#include "photon_scatter.glsl"

uniform vec3 eye;                    // it looks in through the front, which is as large as the picture
uniform vec3 radiance;               // of the light

const int STRATA = 4;                // the light is looked at in so many rows of so many places

/// The light that comes straight to a place on a wall, watts per square metre: nothing where a sphere stands
/// between.
vec3 straight(vec4 place, uint i) {
    float seen = 0.0;
    vec3 inward = normal(place);
    for (int part = 0; part < STRATA * STRATA; ++part) {
        uint draw = 2u * uint(part);
        vec2 draws = vec2(uniform_random(seed, i, draw), uniform_random(seed, i, draw + 1u));
        vec3 toward = on_light((vec2(part % STRATA, part / STRATA) + draws) / float(STRATA)) - place.xyz;
        float distance = max(length(toward), NEAREST);
        vec3 heading = toward / distance;
        float cosines = max(dot(heading, inward), 0.0) * max(heading.y, 0.0);
        if (cosines > 0.0 && flight(place.xyz, heading).w == CEILING) seen += cosines / (distance * distance);
    }
    float area = 4.0 * light.z * light.z;
    return radiance * area * seen / float(STRATA * STRATA);
}

// ANCHOR: look
/// Follows the eye's ray of one of a pixel's four samples to the first wall: the place that photons are asked
/// at, what is seen there without them, and what part of their light comes to the eye.
void look(vec2 at, int part, uint i, out vec4 point, out vec4 direct, out vec4 weight) {
    vec3 place_in_front = vec3(at.x, 1.0 - at.y, 1.0);
    vec3 heading = normalize(place_in_front - eye);
    vec4 place = flight(place_in_front, heading);
    weight = vec4(1.0);
    bool reflects = part == 3, met = false;
    for (int bounce = 0; bounce < 8 && int(place.w) >= MIRROR; ++bounce) {
        vec3 facing, through;
        float back = int(place.w) == GLASS ? share(place, heading, facing, through) : 0.0;
        // At the glass, one sample in four goes back and stands for all that do. Further inside, light goes
        // on.
        bool glass = int(place.w) == GLASS;
        float chance = reflects && !met ? 0.0 : 0.9999;
        if (glass) weight *= met ? (back == 1.0 ? 1.0 : 1.0 - back) : reflects ? 4.0 * back : 4.0 / 3.0 * (1.0 - back);
        else weight *= 0.95;
        met = met || glass;
        heading = bend(place, heading, chance);
        place = flight(place.xyz, heading);
    }
    point = direct = vec4(0.0);
    if (int(place.w) >= MIRROR) return;               // lost in the glass
    vec2 off_centre = abs(place.xz - light.xy);
    if (place.w == CEILING && max(off_centre.x, off_centre.y) <= light.z) {
        direct = weight * vec4(radiance, 0.0);
        return;
    }
    point = place;
    weight.rgb *= walls[int(place.w) - 1] / 3.14159265;
    direct = weight * vec4(straight(place, i), 0.0);
}
// ANCHOR_END: look
