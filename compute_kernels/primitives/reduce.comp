#version 430 core
// reduce: a share of the source combined by each lane, then those of a work group into one element.
// For a CPU and for a GPU: which fours make up a lane's share, the host says by two numbers.
//
// Few lanes with much work each: almost all of it is loads of four elements and sums in registers. The host
// runs it once more, as one group, on the results. The two numbers:
//   a stretch each (apart = share, stride = 1), for a CPU, whose cores each want memory of their own;
//   in turns       (apart = 1, stride = lanes), for a GPU, whose neighbouring lanes want neighbouring memory.
#include "stream.glsl"
#include "reduce.glsl"

#ifndef LANES
#define LANES 256
#endif

layout(local_size_x = LANES) in;

uniform int source_count;
uniform int apart;                                    // fours from a lane's first to the next lane's first
uniform int stride;                                   // fours from one of a lane's to its next
uniform int share;                                    // fours of a lane, at most
layout(std430, binding = 0) readonly  buffer Source { vec4 source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
#ifdef DOT
// The other stream of a dot product, whose first dispatch multiplies.
layout(std430, binding = 2) readonly  buffer Other  { vec4 other[]; };
#define TERM(i) (source[i] * other[i])
#else
#define TERM(i) source[i]
#endif

shared float block[LANES];

void main() {
    uint lane = gl_LocalInvocationID.x;
    int whole = source_count / 4;                     // fours that are full
    int at = element() * apart;

    int end = min(whole, at + share * stride);
    vec4 total = vec4(IDENTITY);
    for (; at < end; at += stride) total = combine(total, TERM(at));

    // The last four may be part padding, whose values are anyone's.
    int rest = source_count - 4 * whole;
    if (element() == 0 && rest > 0) {
        bvec4 exists = lessThan(ivec4(0, 1, 2, 3), ivec4(rest));
        total = combine(total, mix(vec4(IDENTITY), TERM(whole), exists));
    }

    block[lane] = combine(total);
    for (uint half_block = LANES / 2u; half_block > 0u; half_block /= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane < half_block) block[lane] = combine(block[lane], block[lane + half_block]);
    }
    if (lane == 0u) result[group()] = block[0];
}
