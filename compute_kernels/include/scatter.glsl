// scatter.glsl: what a scatter reads: the elements, and the place of each. The kernel says what becomes of an
// element at its place.

#ifndef ELEMENT
#define ELEMENT float                // the library defines another type for other elements
#endif

uniform int source_count;            // the library sets it
layout(std430, binding = 0) readonly buffer Source { ELEMENT source[]; };
layout(std430, binding = 1) readonly buffer Places { uint places[]; };
