// volume_linear.glsl: a volume between its cells, by the sampler's own weights, in both eras. The host defines
// FLAT where slices lie side by side.
#include "addressing.glsl"

uniform ivec4 source_shape;          // columns, rows, slices; the library sets it

#ifdef FLAT
uniform sampler2D source;            // sampled linear
uniform int source_columns;          // slices side by side; the library sets it

/// One slice between its cells: the place ends at the middle of its last cell, so no other slice bleeds in.
float in_slice(vec2 at, int z) {
    vec2 corner = vec2(by_slice_texel(ivec3(0, 0, z), source_shape.xy, source_columns));
    return textureLod(source, (corner + at + 0.5) / vec2(textureSize(source, 0)), 0.0).r;
}

/// Two reads of two dimensions, and the third by hand.
float linear(vec3 at) {
    vec3 inside = clamp(at, vec3(0.0), vec3(source_shape.xyz - 1));
    int low = int(inside.z);
    int high = min(low + 1, source_shape.z - 1);
    return mix(in_slice(inside.xy, low), in_slice(inside.xy, high), inside.z - float(low));
}

#else
uniform sampler3D source;            // sampled linear

float linear(vec3 at) { return textureLod(source, (at + 0.5) / vec3(source_shape.xyz), 0.0).r; }
#endif
