#version 430 core
// reduce: a share of the source combined by each lane, then those of a work group into one element.
// For a CPU and for a GPU: which fours make up a lane's share, the host says by two numbers.
//
// Few lanes with much work each: almost all of it is loads of eight elements and sums in registers. The host
// runs it once more, as one group, on the results. The two numbers:
//   a stretch each (apart = share, stride = 1), for a CPU, whose cores each want memory of their own;
//   in turns       (apart = 1, stride = lanes), for a GPU, whose neighbouring lanes want neighbouring memory.
#include "stream.glsl"
#include "eight.glsl"
#include "reduce.glsl"

#ifndef LANES
#define LANES 256
#endif

layout(local_size_x = LANES) in;

uniform int source_count;
uniform int apart;                                    // eights from a lane's first to the next lane's first
uniform int stride;                                   // eights from one of a lane's to its next
uniform int share;                                    // eights of a lane, at most
layout(std430, binding = 0) readonly  buffer Source { dvec4 source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

vec4 numbers(dvec2 pair) {
    vec4 values;
    four(pair, values);
    return values;
}

// The same source element by element, for its end, which may lie inside an eight.
layout(std430, binding = 2) readonly  buffer Tail   { float tail[]; };
#ifdef DOT
// The other stream of a dot product, whose first dispatch multiplies.
layout(std430, binding = 3) readonly  buffer Other     { dvec4 other[]; };
layout(std430, binding = 4) readonly  buffer OtherTail { float other_tail[]; };
vec4 both(dvec4 eight, dvec4 with) {
    return numbers(eight.xy) * numbers(with.xy) + numbers(eight.zw) * numbers(with.zw);
}
#define EIGHT(i) both(source[i], other[i])
#define ONE(i) (tail[i] * other_tail[i])
#else
vec4 both(dvec4 eight) { return combine(numbers(eight.xy), numbers(eight.zw)); }
#define EIGHT(i) both(source[i])
#define ONE(i) tail[i]
#endif

shared float block[LANES];

void main() {
    uint lane = gl_LocalInvocationID.x;
    int whole = source_count / 8;                     // eights that are full
    int at = element() * apart;

    int end = min(whole, at + share * stride);
    vec4 total = vec4(IDENTITY);
    for (; at < end; at += stride) total = combine(total, EIGHT(at));

    int rest = element() == 0 ? source_count : 0;
    for (int i = 8 * whole; i < rest; i++) total.x = combine(total.x, ONE(i));

    block[lane] = combine(total);
    for (uint half_block = LANES / 2u; half_block > 0u; half_block /= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane < half_block) block[lane] = combine(block[lane], block[lane + half_block]);
    }
    if (lane == 0u) result[group()] = block[0];
}
