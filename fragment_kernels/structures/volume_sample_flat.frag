#version 330 core
// volume_sample_flat: a volume whose slices lie side by side, at one point, as a bilinear sampler of the flat
// texture reads it.
//
// A sampler blends the four texels around a place, and knows no slices: at their borders the next one bleeds
// in.
#include "volume.glsl"

uniform sampler2D points;

layout(location = 0) out float result;

float texel(ivec2 at) { return fetch(source, clamp(at, ivec2(0), textureSize(source, 0) - 1)).r; }

/// The texture between its texels: what GL_LINEAR does.
float bilinear(vec2 at) {
    ivec2 low = ivec2(floor(at));
    vec2 share = at - vec2(low);
    float line = mix(texel(low), texel(low + ivec2(1, 0)), share.x);
    float next = mix(texel(low + ivec2(0, 1)), texel(low + ivec2(1, 1)), share.x);
    return mix(line, next, share.y);
}

void main() {
    vec3 at = here(points).xyz;
    int low = int(clamp(at.z, 0.0, float(source_shape.z - 1)));
    int high = min(low + 1, source_shape.z - 1);
    vec2 corner_low = vec2(by_slice_texel(ivec3(0, 0, low), source_shape.xy, source_columns));
    vec2 corner_high = vec2(by_slice_texel(ivec3(0, 0, high), source_shape.xy, source_columns));
    float share = clamp(at.z - float(low), 0.0, 1.0);
    result = mix(bilinear(corner_low + at.xy), bilinear(corner_high + at.xy), share);
}
