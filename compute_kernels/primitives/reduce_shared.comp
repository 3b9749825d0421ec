#version 430 core
// reduce_shared: the elements of a work group combined into one element of the result, by a tree in shared
// memory.
//
// Each round folds the upper half of the block onto the lower: the levels of reduce_levels.comp, with a
// barrier for each dispatch. The host runs it again on the result until one element is left.
#include "stream.glsl"
#include "reduce.glsl"

layout(local_size_x = 256) in;

uniform int source_count;
uniform int result_count;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float block[gl_WorkGroupSize.x];

void main() {
    int i = element();
    uint lane = gl_LocalInvocationID.x;

    block[lane] = i < source_count ? source[i] : IDENTITY;
    for (uint rest = gl_WorkGroupSize.x / 2u; rest > 0u; rest /= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane < rest) block[lane] = combine(block[lane], block[lane + rest]);
    }

    // Lane 0 wrote block[0] itself. There may be more groups than results where they fill rows.
    if (lane == 0u && int(group()) < result_count) result[group()] = block[0];
}
