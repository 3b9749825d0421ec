#version 430 core
// scatter_fetch: the element that has kept its claim, one element of the result.
#include "stream.glsl"

#ifndef ELEMENT
#define ELEMENT float                // the library defines another type for other elements
#endif

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Owners { uint owners[]; };
layout(std430, binding = 1) readonly  buffer Source { ELEMENT source[]; };
layout(std430, binding = 2) writeonly buffer Result { ELEMENT result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    uint owner = owners[i];
    ELEMENT value = ELEMENT(0);
    if (owner != 0u) value = source[owner - 1u];
    result[i] = value;
}
