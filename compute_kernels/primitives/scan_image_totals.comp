#version 430 core
// scan_image_totals: the sum of one chunk of a texture's texels per invocation.
// For the lanes of a CPU, as scan_chunk_totals.comp: each walks texels of its own, row after row.
//
// A CPU that plays GPU reads an image several times faster than a buffer, whose every load it checks lane by lane.
#include "stream.glsl"

layout(local_size_x = 8) in;

uniform int chunk;                                    // texels of a chunk, even
uniform int source_count;                             // texels; the library sets it
layout(rgba32f, binding = 0) readonly uniform image2D source;
layout(std430, binding = 0) writeonly buffer Totals { float totals[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int width = imageSize(source).x;
    ivec2 at = place(i * chunk, width);
    int count = clamp(source_count - (i * chunk), 0, chunk);
    vec4 sums = vec4(0.0);
    // Two texels per turn: llvmpipe counts turns. A last texel without a second is left out: it can reach only
    // the last chunk's total, which no other chunk needs.
    for (int two = 0; two < count / 2; two++) {
        ivec2 second = at.x + 1 < width ? at + ivec2(1, 0) : ivec2(0, at.y + 1);
        sums += imageLoad(source, at) + imageLoad(source, second);
        at = second.x + 1 < width ? second + ivec2(1, 0) : ivec2(0, second.y + 1);
    }
    totals[i] = (sums.x + sums.y) + (sums.z + sums.w);
}
