#version 430 core
// convolve_runs: eight neighbours of a row or column per invocation, each the weighted sum along it.
// For the lanes of a CPU; convolve.comp is for a GPU.
//
// The sum of convolve.comp with registers for shared memory: a window slides along the line, an element to
// each weight, so that an element is read once for eight sums, and no lane waits for another.
#include "stream.glsl"

#ifndef LENGTH
#define LENGTH 3
#endif

layout(local_size_x = 8) in;

const int RADIUS = LENGTH / 2;
const int RUN = 8;                                    // the host counts with the same number

uniform float weights[LENGTH];
uniform int lines;                                    // rows, or columns
uniform int count;                                    // elements of a line
uniform int along, across;                            // to the next element of its line, of the next line
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

void main() {
    int i = element(), runs = (count + RUN - 1) / RUN;
    if (i >= element_count) return;                   // here element_count counts runs
    // Neighbouring invocations take neighbours in memory: the next run of a row, or the next column.
    int line = along == 1 ? i / runs : i % lines;
    int first = (along == 1 ? i % runs : i / lines) * RUN;
    int start = line * across;

    float sums[RUN], window[RUN];
    for (int k = 0; k < RUN; k++) {
        sums[k] = 0.0;
        window[k] = source[start + clamp(first + k - RADIUS, 0, count - 1) * along];
    }
    for (int tap = 0; tap < LENGTH; tap++) {
        for (int k = 0; k < RUN; k++) sums[k] += weights[tap] * window[k];
        for (int k = 1; k < RUN; k++) window[k - 1] = window[k];
        window[RUN - 1] = source[start + clamp(first + tap + RUN - RADIUS, 0, count - 1) * along];
    }
    for (int k = 0; k < RUN; k++) {
        if (first + k < count) result[start + (first + k) * along] = sums[k];
    }
}
