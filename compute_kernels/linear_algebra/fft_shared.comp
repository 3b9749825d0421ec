#version 430 core
// fft_shared: RADIX elements of one dispatch of a Fourier transform, made in shared memory, two elements a
// lane.
//
// All passes of fft.comp with their transforms up to RADIX points long, and barriers where these end. The
// line is read and written once. Masks stand for remainders: lengths are powers of two.
#include "stream.glsl"
#include "complex.glsl"

#ifndef LANES
#define LANES 256
#endif
#define RADIX (2 * LANES)

layout(local_size_x = LANES) in;

uniform int points;            // of a line, a power of two
uniform int span;              // of the transforms so far
uniform int stride;            // from one element of a line to the next
uniform bool inverse;
uniform float scale;
layout(std430, binding = 0) readonly  buffer Source { vec2 source[]; };
layout(std430, binding = 1) readonly  buffer Roots  { vec2 roots[]; };        // of one: `points` of them, clockwise
layout(std430, binding = 2) writeonly buffer Result { vec2 result[]; };

shared vec2 numbers[RADIX];

void main() {
    int at = int(group());
    if (at >= element_count / LANES) return;                                  // here element_count counts lanes; a whole group leaves
    int apart = points / RADIX;
    int first = (at / stride) & (apart - 1);                                     // the first part's place in the line
    int line = (((at / stride) - first) * RADIX * stride) + (at % stride);
    int inside = first & (span - 1);                                           // the place in its old transform
    int step = inside * (apart / span);

    int lane = int(gl_LocalInvocationID.x), other = lane + LANES;
    vec2 a = source[line + ((first + (lane * apart)) * stride)], b = source[line + ((first + (other * apart)) * stride)];
    a = times(exchange(a, inverse), roots[lane * step]);
    b = times(exchange(b, inverse), roots[other * step]);
    for (int reach = 1; reach < RADIX; reach *= 2) {
        int low = lane & (reach - 1), to = (2 * lane) - low;
        b = times(b, roots[low * (points / (2 * reach))]);
        numbers[to] = a + b;
        numbers[to + reach] = a - b;
        barrier();             // every lane has written its two numbers, so any lane may read them
        a = numbers[lane];
        b = numbers[other];
        barrier();             // every lane has read, so the next round may overwrite
    }
    int to = ((first - inside) * RADIX) + inside;
    result[line + ((to + (lane * span)) * stride)] = exchange(scale * a, inverse);
    result[line + ((to + (other * span)) * stride)] = exchange(scale * b, inverse);
}
