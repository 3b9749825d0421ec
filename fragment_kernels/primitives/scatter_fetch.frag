#version 330 core
// scatter_fetch: the element that the first slot of a cell points to, one element of the result.
#include "stream.glsl"

#ifndef ELEMENT
#define SAMPLER sampler2D
// For elements of integers the library defines isampler2D and ivec4, or usampler2D and uvec4.
#define ELEMENT vec4
#endif
#ifndef SIDE
#define SIDE 2
#endif

uniform usampler2D lists;
uniform SAMPLER source;

layout(location = 0) out ELEMENT result;

void main() {
    int columns = textureSize(lists, 0).x / SIDE;
    int i = min(element(), element_count - 1);        // the padding repeats the last element
    uint pointer = fetch(lists, SIDE * place(i, columns)).r;
    result = ELEMENT(0);
    if (pointer != NOWHERE) result = fetch(source, int(pointer));
}
