#version 430 core
// fft_registers: RADIX elements of one dispatch of a Fourier transform, made in the registers of a lane.
// For the lanes of a CPU, where a barrier is dear; its twin for a GPU is fft_shared.comp.
//
// They need the same RADIX numbers, so each is read once, not RADIX times as in fft.comp. Among themselves
// they are a transform of RADIX points, which is folded in two, in four, and so on. One root is read, and its
// powers are products. Masks stand for remainders: lengths are powers of two.
#include "stream.glsl"
#include "complex.glsl"

#ifndef BITS
#define BITS 5
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

const float A = 0.98078528040323043, B = 0.92387953251128674, C = 0.83146961230254524, D = 0.70710678118654752;
const float E = 0.55557023301960222, F = 0.38268343236508977, G = 0.19509032201612827;     // cosines of 1/32 to 7/32
const vec2 PARTS_OF_32[16] = vec2[16](
    vec2(1.0, 0.0), vec2(A, -G), vec2(B, -F), vec2(C, -E), vec2(D, -D), vec2(E, -C), vec2(F, -B), vec2(G, -A),
    vec2(0.0, -1.0), vec2(-G, -A), vec2(-F, -B), vec2(-E, -C), vec2(-D, -D), vec2(-C, -E), vec2(-B, -F), vec2(-A, -G));

vec2 parts[RADIX];

/// Halves the transforms of 2 << bits points: sums go left, differences right.
void fold(int bits) {
    for (int pair = 0; pair < RADIX / 2; ++pair) {
        int low = pair & ((1 << bits) - 1), left = (2 * pair) - low, right = left + (1 << bits);
        vec2 difference = parts[left] - parts[right];
        parts[left] += parts[right];
        parts[right] = times(difference, PARTS_OF_32[(low * 16) >> bits]);
    }
}

void main() {
    int at = element();
    if (at >= element_count) return;                                          // here element_count counts lanes' shares
    int apart = points / RADIX;
    int first = (at / stride) & (apart - 1);                                  // the first part's place in the line
    int line = (((at / stride) - first) * RADIX * stride) + (at % stride);
    int inside = first & (span - 1);                                          // the place in its old transform

    vec2 powers[RADIX];
    powers[0] = vec2(1.0, 0.0);
    powers[1] = roots[inside * (apart / span)];
    for (int half_of = 1; half_of < RADIX / 2; ++half_of) {
        powers[2 * half_of] = times(powers[half_of], powers[half_of]);
        powers[(2 * half_of) + 1] = times(powers[2 * half_of], powers[1]);
    }
    for (int part = 0; part < RADIX; ++part) {
        vec2 number = source[line + ((first + (part * apart)) * stride)];
        parts[part] = times(exchange(number, inverse), powers[part]);
    }
    // One line each, and no loop: drivers leave a loop of this length a loop, and numbers then leave the registers.
    if (BITS > 4) fold(4);
    if (BITS > 3) fold(3);
    if (BITS > 2) fold(2);
    if (BITS > 1) fold(1);
    fold(0);

    int to = ((first - inside) * RADIX) + inside;
    for (int part = 0; part < RADIX; ++part) {
        vec2 number = parts[bitfieldReverse(uint(part)) >> (32 - BITS)];      // where folding leaves each frequency
        result[line + ((to + (part * span)) * stride)] = exchange(scale * number, inverse);
    }
}
