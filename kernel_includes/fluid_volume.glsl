// fluid_volume.glsl: a cell of a volume of smoke a step later, in both eras. The kernel defines before it
// what fluid_volume_cells.glsl asks for.
#include "fluid_volume_cells.glsl"

uniform float interval;              // of a step
uniform float rise;                  // how much faster a unit of smoke gets in a unit of time
uniform float fade;                  // what is left of smoke after a step
uniform vec4 source;                 // where smoke is, and how wide
uniform vec4 given;                  // what flows there, and how thick the smoke is

vec4 between(vec3 place) {
    ivec3 low = ivec3(floor(place));
    vec3 part = place - vec3(low);
    vec4 near[2];
    for (int z = 0; z < 2; ++z) {
        ivec3 corner = low + ivec3(0, 0, z);
        vec4 upper = mix(at(corner), at(corner + ivec3(1, 0, 0)), part.x);
        vec4 lower = mix(at(corner + ivec3(0, 1, 0)), at(corner + ivec3(1, 1, 0)), part.x);
        near[z] = mix(upper, lower, part.y);
    }
    return mix(near[0], near[1], part.z);
}

/// The mean of the four faces of the axis `along` that are nearest to the middle of this cell's face of the
/// axis `back`.
vec4 four(ivec3 cell, ivec3 back, ivec3 along) {
    return 0.25 * (at(cell) + at(cell - back) + (at(cell + along) + at(cell - back + along)));
}

vec4 carried(ivec3 cell, vec3 flow, vec3 beyond) {
    vec3 last = vec3(output_shape.xyz - 1) + beyond;
    return between(clamp(vec3(cell) - interval * flow, vec3(0.0), last));
}

/// The velocities on three of a cell's faces, and its smoke: carried along, risen, and renewed by the source.
vec4 later_in(ivec3 cell) {
    const ivec3 X = ivec3(1, 0, 0), Y = ivec3(0, 1, 0), Z = ivec3(0, 0, 1);
    vec4 here_now = at(cell), above = at(cell - Y);
    vec3 middle = 0.5 * (here_now.xyz + vec3(at(cell + X).x, at(cell + Y).y, at(cell + Z).z));
    vec4 later = vec4(carried(cell, vec3(here_now.x, four(cell, X, Y).y, four(cell, X, Z).z), vec3(X)).x,
                      carried(cell, vec3(four(cell, Y, X).x, here_now.y, four(cell, Y, Z).z), vec3(Y)).y,
                      carried(cell, vec3(four(cell, Z, X).x, four(cell, Z, Y).y, here_now.z), vec3(Z)).z,
                      fade * carried(cell, middle, vec3(0.0)).w);
    later.y -= interval * rise * 0.5 * (here_now.w + above.w);
    vec3 away = vec3(cell) + 0.5 - source.xyz;
    float share = max(1.0 - dot(away, away) / (source.w * source.w), 0.0);
    later = mix(later, given, share * share);
    return mix(later, vec4(0.0), bvec4(equal(cell, ivec3(0)), false));
}
