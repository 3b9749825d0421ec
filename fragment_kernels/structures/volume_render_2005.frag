#version 110
// volume_render_2005: up to 250 samples of a ray through a volume, added to the light of the passes before.
//
// For a GeForce 6800, the first card whose fragments loop and leave a loop. Its loops end after 255 turns, so that
// a long ray takes several passes. What a value looks like, how a sample is lit: as in volume_render.glsl.
#include "rectangles_2005.glsl"
uniform sampler2D source;        // slopes, and in the fourth channel values
#include "by_slice_2005.glsl"

uniform vec3 eye;                // in cells
uniform vec3 forward;            // to the centre of the picture
uniform vec3 right;              // from there to its right edge
uniform vec3 up;                 // and to its upper edge
uniform float skipped;           // samples of the passes before
uniform vec2 output_size;        // texels of the picture; the library sets it
uniform sampler2D so_far;        // the light, and in the fourth channel how much still comes through

float ramp(float from, float to, float value) { return clamp((value - from) / (to - from), 0.0, 1.0); }

/// A slice between its cells, by its first cell; the weights are the sampler's, by hand.
vec4 between(vec2 corner, vec2 low, vec2 part) {
    vec2 one = (corner + low + 0.5) * source_texel;
    vec2 other = (corner + min(low + 1.0, source_shape.xy - 1.0) + 0.5) * source_texel;
    vec4 near = mix(texture2D(source, one), texture2D(source, vec2(other.x, one.y)), part.x);
    vec4 far = mix(texture2D(source, vec2(one.x, other.y)), texture2D(source, other), part.x);
    return mix(near, far, part.y);
}

/// The light of a sample and how much it stops.
vec4 sample_at(vec3 at, vec3 ray) {
    vec3 end = source_shape.xyz - 1.0;
    vec3 low = clamp(floor(at), vec3(0.0), end), part = clamp(at - low, 0.0, 1.0);
    vec4 under = between(slice_corner(low.z), low.xy, part.xy);
    vec4 here = mix(under, between(slice_corner(min(low.z + 1.0, end.z)), low.xy, part.xy), part.z);
    float haze = (0.25 * ramp(0.22, 0.42, here.w)) + (0.65 * ramp(0.52, 0.68, here.w));
    vec3 inside = clamp(min(at, end - at), 0.0, 1.0);    // the block fades over its last cell
    float stops = 1.0 - sqrt(1.0 - (haze * min(min(inside.x, inside.y), inside.z)));
    vec3 colour = mix(vec3(0.55, 0.10, 0.22), vec3(0.95, 0.55, 0.45), ramp(0.25, 0.50, here.w));
    colour = mix(colour, vec3(1.00, 0.95, 0.82), ramp(0.52, 0.70, here.w));
    colour = mix(colour, vec3(1.00, 0.55, 0.05), ramp(0.95, 1.15, here.w));
    float steep = length(here.xyz);
    vec3 normal = here.xyz / (steep + 0.001);            // values fall towards the outside
    vec3 light = normalize(ray - (0.6 * normalize(up)) + (0.4 * normalize(right)));
    float facing = clamp(dot(normal, light), 0.0, 1.0), surface = steep / (steep + 0.04);
    float gleam = pow(clamp(dot(normal, normalize(light + ray)), 0.0, 1.0), 24.0);
    return vec4((colour * mix(0.8, 0.25 + (0.85 * facing), surface)) + (0.2 * gleam * surface), stops);
}

void main() {
    vec2 place = ((gl_FragCoord.xy / output_size) * 2.0) - 1.0;
    vec3 ray = normalize(forward + (place.x * right) - (place.y * up));
    ray += vec3(lessThan(abs(ray), vec3(1e-6))) * 2e-6;  // never along a wall: it is divided by
    vec3 one = -eye / ray, other = (source_shape.xyz - 1.0 - eye) / ray;
    vec3 enters = min(one, other), leaves = max(one, other);
    float first = ceil(2.0 * max(max(max(enters.x, enters.y), enters.z), 0.0)) + skipped;
    float last = floor(2.0 * min(min(leaves.x, leaves.y), leaves.z));
    vec4 state = texture2D(so_far, gl_TexCoord[0].xy);
    for (float i = 0.0; i < 250.0; i += 1.0) {
        if (first + i > last || state.w <= 1.0 / 1024.0) break;
        vec4 seen = sample_at(eye + ((0.5 * (first + i)) * ray), ray);
        state.rgb += (state.w * seen.w) * seen.rgb;
        state.w *= 1.0 - seen.w;
    }
    gl_FragColor = state;
}
