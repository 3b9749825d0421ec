#version 430 core
// fft_registers: RADIX elements of one dispatch of a Fourier transform, made in the registers of a lane.
// For the lanes of a CPU, where a barrier is dear; its twin for a GPU is fft_shared.comp.
//
// They need the same RADIX numbers, so each is read once, not RADIX times as in fft.comp. Among themselves
// they are a transform of RADIX points, which is folded in two, in four, in eight. Masks stand for
// remainders: lengths are powers of two.
#include "stream.glsl"
#include "complex.glsl"

#ifndef BITS
#define BITS 3
#endif
#define RADIX (1 << BITS)

layout(local_size_x = 64) in;

uniform int points;            // of a line, a power of two
uniform int span;              // of the transforms so far
uniform int stride;            // from one element of a line to the next
uniform bool inverse;
uniform float scale;
layout(std430, binding = 0) readonly  buffer Source { vec2 source[]; };
layout(std430, binding = 1) readonly  buffer Roots  { vec2 roots[]; };        // of one: `points` of them, clockwise
layout(std430, binding = 2) writeonly buffer Result { vec2 result[]; };

const float H = 0.70710678118654752;
const vec2 EIGHTHS[4] = vec2[4](vec2(1.0, 0.0), vec2(H, -H), vec2(0.0, -1.0), vec2(-H, -H));
const int REVERSED[8] = int[8](0, 4, 2, 6, 1, 5, 3, 7);                       // where folding leaves each frequency

void main() {
    int at = element();
    if (at >= element_count) return;                                          // here element_count counts lanes' shares
    int apart = points / RADIX;
    int first = (at / stride) & (apart - 1);                                     // the first part's place in the line
    int line = (((at / stride) - first) * RADIX * stride) + (at % stride);
    int inside = first & (span - 1);                                           // the place in its old transform
    int step = inside * (apart / span);

    vec2 parts[RADIX];
    for (int part = 0; part < RADIX; ++part) {
        vec2 number = source[line + ((first + (part * apart)) * stride)];
        parts[part] = times(exchange(number, inverse), roots[part * step]);
    }
    for (int fold = BITS - 1; fold >= 0; --fold) {
        for (int pair = 0; pair < RADIX / 2; ++pair) {
            int low = pair & ((1 << fold) - 1), left = (2 * pair) - low, right = left + (1 << fold);
            vec2 difference = parts[left] - parts[right];
            parts[left] += parts[right];
            parts[right] = times(difference, EIGHTHS[(low * 4) >> fold]);
        }
    }
    int to = ((first - inside) * RADIX) + inside;
    for (int part = 0; part < RADIX; ++part) {
        vec2 number = parts[REVERSED[part] >> (3 - BITS)];
        result[line + ((to + (part * span)) * stride)] = exchange(scale * number, inverse);
    }
}
