#version 430 core
// one_dispatch: the running sum in one dispatch.
// refused: steps
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };
layout(std430, binding = 2) buffer Ticket { uint ticket[]; };
layout(std430, binding = 3) buffer Totals { uint totals[]; };   // 0: not told yet; else the total + 1

shared uint tile;
shared uint before;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) tile = gl_NumWorkGroups.x - 1u - group();
    barrier();
    uint first = 64u * tile;
    if (lane == 0u) {
        uint told = 1u;
        if (tile > 0u) {
            do told = atomicAdd(totals[tile - 1u], 0u); while (told == 0u);
        }
        before = told - 1u;
        for (uint i = first; i < min(first + 64u, uint(element_count)); i++) told += source[i];
        atomicExchange(totals[tile], told);
    }
    barrier();
    if (first + lane >= uint(element_count)) return;
    uint sum = before;
    for (uint i = first; i <= first + lane; i++) sum += source[i];
    result[first + lane] = sum;
}
