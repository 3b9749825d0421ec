// volume.glsl: a volume under one interface, wherever it lies. The host defines LAYOUT, and TYPE with its
// CHANNELS.
//
// `position()` is the cell that this run computes, `cell(at)` the one at column, row and slice `at`, or the
// nearest there is.
#include "stream.glsl"
#include "addressing.glsl"

#define ROWS 0        /* one texture, line after line */
#define BY_SLICE 1    /* one texture, slices side by side */
#define SLICES 2      /* a texture per slice: a pass writes one, and reads it, the one below and the one above */
#define VOLUME 3      /* a 3D texture */
#define LINEAR 4      /* a buffer */
#define TABLE 5       /* one texture, slices side by side, where a table says */
#ifndef LAYOUT
#define LAYOUT BY_SLICE
#endif
#ifndef TYPE
#define TYPE float
#define CHANNELS r
#endif

uniform ivec4 source_shape;          // columns, rows, slices; the library sets it

/// The cell itself, or the nearest to it that the volume has.
ivec3 nearest(ivec3 at) { return clamp(at, ivec3(0), source_shape.xyz - 1); }

#if LAYOUT == ROWS
uniform sampler2D source;
ivec3 position() { return position_3d(element(), source_shape.xyz); }
TYPE cell(ivec3 at) { return fetch(source, index_3d(nearest(at), source_shape.xyz)).CHANNELS; }

#elif LAYOUT == BY_SLICE
uniform sampler2D source;
uniform int source_columns;          // slices side by side; the library sets it
ivec3 position() { return by_slice_position(here(), source_shape.xy, source_columns); }
TYPE cell(ivec3 at) { return fetch(source, by_slice_texel(nearest(at), source_shape.xy, source_columns)).CHANNELS; }

#elif LAYOUT == TABLE
uniform sampler2D source;
uniform isampler1D origins;          // of each slice, the texel where it begins
uniform int source_columns;          // slices side by side; the library sets it
ivec3 position() { return by_slice_position(here(), source_shape.xy, source_columns); }
TYPE cell(ivec3 at) { return fetch(source, fetch(origins, nearest(at).z).xy + nearest(at).xy).CHANNELS; }

#elif LAYOUT == SLICES
uniform sampler2D below;
uniform sampler2D source;
uniform sampler2D above;
uniform int slice;                   // the one that this pass writes; the library sets it
ivec3 position() { return ivec3(here(), slice); }
TYPE cell(ivec3 at) {
    ivec2 texel = nearest(at).xy;
    return (at.z < slice ? fetch(below, texel) : at.z > slice ? fetch(above, texel) : fetch(source, texel)).CHANNELS;
}

#elif LAYOUT == VOLUME
uniform sampler3D source;
uniform int slice;                   // the one that this pass writes; the library sets it
ivec3 position() { return ivec3(here(), slice); }
TYPE cell(ivec3 at) { return texelFetch(source, nearest(at), 0).CHANNELS; }

#else
layout(std430, binding = 0) readonly buffer Source { TYPE source[]; };
ivec3 position() { return ivec3(gl_GlobalInvocationID); }
TYPE cell(ivec3 at) { return source[index_3d(nearest(at), source_shape.xyz)]; }
#endif

/// The volume between its cells: cell (x, y, z) has its value at the point (x, y, z). Neighbours are those of
/// the volume, never those that happen to lie beside a cell in the texture.
TYPE trilinear(vec3 at) {
    vec3 inside = clamp(at, vec3(0.0), vec3(source_shape.xyz - 1));
    ivec3 low = ivec3(inside);
    vec3 share = inside - vec3(low);
    TYPE lines[4];
    for (int i = 0; i < 4; ++i) {
        ivec3 corner = low + ivec3(0, i & 1, i >> 1);
        lines[i] = mix(cell(corner), cell(corner + ivec3(1, 0, 0)), share.x);
    }
    return mix(mix(lines[0], lines[1], share.y), mix(lines[2], lines[3], share.y), share.z);
}
