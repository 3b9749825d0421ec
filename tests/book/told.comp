#version 430 core
// told: square roots, and beside them a list of the elements that have none, with what stood there.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
layout(std430, binding = 2) buffer Told { uint told[]; };             // how many, then pairs: the element, its bits

void main() {
    int i = element();
    if (i >= element_count) return;
    if (source[i] < 0.0) {
        uint place = atomicAdd(told[0], 1u);
        if ((2u * place) + 2u < uint(told.length())) {
            told[(2u * place) + 1u] = uint(i);
            told[(2u * place) + 2u] = floatBitsToUint(source[i]);
        }
    }
    result[i] = sqrt(max(source[i], 0.0));
}
