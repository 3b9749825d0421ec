#version 430 core
// reduce_image: a share of the source's texels combined by each lane, then those of a work group into one
// element of the result.
//
// As reduce.comp, but the fours are the texels of a texture read as an image. A CPU that plays GPU reads
// those several times faster than a buffer, whose every load it checks lane by lane.
#include "stream.glsl"
#include "reduce.glsl"

#ifndef LANES
#define LANES 256
#endif

layout(local_size_x = LANES) in;

uniform int source_count;                             // texels
uniform int apart;                                    // texels from a lane's first to the next lane's first
uniform int stride;                                   // texels from one of a lane's to its next
uniform int share;                                    // texels of a lane, at most
layout(rgba32f, binding = 0) readonly uniform image2D source;
layout(std430, binding = 0) writeonly buffer Result { float result[]; };

shared float block[LANES];

void main() {
    uint lane = gl_LocalInvocationID.x;
    int first = element() * apart;
    int width = imageSize(source).x;
    ivec2 at = place(first, width);
    ivec2 next = place(stride, width);                // so that no texel needs a division

    int turns = clamp((source_count - first + stride - 1) / stride, 0, share);
    vec4 total = vec4(IDENTITY);
    for (int turn = 0; turn < turns; ++turn) {
        total = combine(total, imageLoad(source, at));
        at += next;
        if (at.x >= width) at += ivec2(-width, 1);
    }

    block[lane] = combine(total);
    for (uint rest = LANES / 2u; rest > 0u; rest /= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane < rest) block[lane] = combine(block[lane], block[lane + rest]);
    }
    if (lane == 0u) result[group()] = block[0];
}
