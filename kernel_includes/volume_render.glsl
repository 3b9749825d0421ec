// volume_render.glsl: the light along a ray through a volume of slopes and values, in both eras.
//
// Samples lie at whole multiples of half a cell from the eye. Each adds its light as far as those before let
// it through, and the ray ends when hardly any comes through.
#define TYPE vec4
#define CHANNELS rgba
#include "volume.glsl"

const float STEP = 0.5;              // cells between two samples
const float FAINT = 1.0 / 1024.0;    // less light than this is not followed
const float FARTHEST = 4096.0;       // cells from the eye, beyond which no ray is followed: the host refuses larger volumes

uniform vec3 eye;                    // in cells
uniform vec3 forward;                // to the centre of the picture
uniform vec3 right;                  // from there to its right edge
uniform vec3 up;                     // and to its upper edge

float ramp(float from, float to, float value) { return clamp((value - from) / (to - from), 0.0, 1.0); }

// ANCHOR: transfer
/// What a value looks like: its colour, and how much light a cell of it stops.
vec4 transfer(float value) {
    vec3 colour = mix(vec3(0.55, 0.10, 0.22), vec3(0.95, 0.55, 0.45), ramp(0.25, 0.50, value));
    colour = mix(colour, vec3(1.00, 0.95, 0.82), ramp(0.52, 0.70, value));
    colour = mix(colour, vec3(1.00, 0.55, 0.05), ramp(0.95, 1.15, value));
    float haze = 0.25 * ramp(0.22, 0.42, value);
    return vec4(colour, haze + 0.65 * ramp(0.52, 0.68, value));
}
// ANCHOR_END: transfer

/// The colour of a sample: a steep slope is a surface, lit from above the eye; where there is none, it glows
/// by itself.
vec3 shade(vec3 colour, vec3 slope, vec3 ray) {
    float steep = length(slope);
    vec3 normal = slope / (steep + 0.001);           // values fall towards the outside
    vec3 light = normalize(ray - 0.6 * normalize(up) + 0.4 * normalize(right));
    float facing = clamp(dot(normal, light), 0.0, 1.0);
    float gleam = pow(clamp(dot(normal, normalize(light + ray)), 0.0, 1.0), 24.0);
    float surface = steep / (steep + 0.04);
    return colour * mix(0.8, 0.25 + 0.85 * facing, surface) + vec3(0.2 * gleam * surface);
}

// ANCHOR: march
/// The colour of the ray that starts at the eye, where samples lie at whole multiples of STEP.
vec4 march(vec3 ray) {
    vec3 end = vec3(source_shape.xyz - 1);
    vec3 one = (vec3(0.0) - eye) / ray;
    vec3 other = (end - eye) / ray;
    vec3 enters = min(one, other);
    vec3 leaves = max(one, other);
    int first = int(ceil(clamp(max(max(enters.x, enters.y), enters.z), 0.0, FARTHEST) / STEP));
    int last = int(floor(clamp(min(min(leaves.x, leaves.y), leaves.z), -1.0, FARTHEST) / STEP));
    vec3 colour = vec3(0.0);
    float clear = 1.0;                               // the share of light that still comes through
    for (int i = first; i <= last && clear > FAINT; ++i) {
        vec3 at = eye + float(i) * STEP * ray;
        vec4 here = trilinear(at);
        vec4 seen = transfer(here.w);
        // The block fades over the last cell, so that no sample appears or vanishes at once.
        vec3 inside = clamp(min(at, end - at), 0.0, 1.0);
        float stops = 1.0 - pow(1.0 - seen.a * min(min(inside.x, inside.y), inside.z), STEP);
        colour += clear * stops * shade(seen.rgb, here.xyz, ray);
        clear *= 1.0 - stops;
    }
    return vec4(colour, 1.0 - clear);
}
// ANCHOR_END: march

/// The colour of a pixel of a picture of that size, before a dark wall.
vec4 pixel(ivec2 at, ivec2 size) {
    vec2 place = (vec2(at) + 0.5) / vec2(size) * 2.0 - 1.0;
    vec3 ray = normalize(forward + place.x * right - place.y * up);
    ray += vec3(lessThan(abs(ray), vec3(1e-6))) * 2e-6;      // never along a wall: it is divided by
    vec4 light = march(ray);
    vec3 wall = mix(vec3(0.09, 0.11, 0.16), vec3(0.01, 0.01, 0.02), clamp(length(place) * 0.7, 0.0, 1.0));
    return vec4(clamp(light.rgb + (1.0 - light.a) * wall, 0.0, 1.0), 1.0);
}
