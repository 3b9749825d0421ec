#version 430 core
// convolve: 256 elements of a row or column per work group, each the weighted sum of its neighbours along it.
//
// The same sum as in convolve.frag. What its fragments fetch again and again, the group brings into shared
// memory once: its own elements and an apron of RADIUS more on either side.
#include "stream.glsl"

#ifndef LENGTH
#define LENGTH 3
#endif

layout(local_size_x = 256) in;

const int RADIUS = LENGTH / 2;

uniform float weights[LENGTH];
uniform int lines;                                    // rows, or columns
uniform int count;                                    // elements of a line
uniform int along, across;                            // to the next element of its line, of the next line
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float tile[gl_WorkGroupSize.x + uint(LENGTH - 1)];

void main() {
    int lane = int(gl_LocalInvocationID.x), lanes = int(gl_WorkGroupSize.x);
    int tiles = (count + lanes - 1) / lanes;
    int line = int(group()) / tiles, first = (int(group()) - line * tiles) * lanes;
    if (line >= lines) return;                        // the whole group, so no barrier waits for it

    for (int i = lane; i < lanes + LENGTH - 1; i += lanes) {
        int at = clamp(first + i - RADIUS, 0, count - 1);
        tile[i] = source[line * across + at * along];
    }
    barrier();                                        // tile and apron are filled
    float sum = 0.0;
    for (int i = 0; i < LENGTH; i++) sum += weights[i] * tile[lane + i];
    if (first + lane < count) result[line * across + (first + lane) * along] = sum;
}
