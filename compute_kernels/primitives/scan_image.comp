#version 430 core
// scan_image: the prefix sum of one chunk of a texture's texels per invocation, four numbers per texel.
// For the lanes of a CPU, as scan_chunks.comp: each walks texels of its own, row after row.
//
// The last of two steps: a chunk starts from the `totals` of all chunks before it, which are few.
#include "stream.glsl"

layout(local_size_x = 8) in;

uniform int chunk;                                    // texels of a chunk, even
uniform int source_count;                             // texels; the library sets it
uniform int totals_count;                             // the library sets it
layout(rgba32f, binding = 0) readonly uniform image2D source;
layout(std430, binding = 0) readonly  buffer Totals { float totals[]; };
layout(std430, binding = 1) writeonly buffer Result { vec4 result[]; };

/// The prefix sums of four numbers that follow those with this sum.
vec4 next(float sum, vec4 four) {
    four.x += sum;
    four.y += four.x;
    four.z += four.y;
    four.w += four.z;
    return four;
}

void main() {
    int i = element();
    if (i >= totals_count) return;
    float sum = 0.0;
    for (int other = 0; other < i; other++) sum += totals[other];

    int width = imageSize(source).x;
    int first = i * chunk;
    int count = clamp(source_count - first, 0, chunk);
    ivec2 at = place(first, width);
    for (int k = first; k + 1 < first + count; k += 2) {   // two texels per turn: llvmpipe counts turns
        ivec2 second = at.x + 1 < width ? at + ivec2(1, 0) : ivec2(0, at.y + 1);
        vec4 sums = next(sum, imageLoad(source, at));
        vec4 more = next(sums.w, imageLoad(source, second));
        result[k] = sums;
        result[k + 1] = more;
        sum = more.w;
        at = second.x + 1 < width ? second + ivec2(1, 0) : ivec2(0, second.y + 1);
    }
    if (count % 2 == 1) result[first + count - 1] = next(sum, imageLoad(source, at));
}
