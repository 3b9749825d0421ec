#version 330 core
// scatter: one element of the source, drawn as a point of one texel at its place in the result.
#include "points.glsl"

#ifndef ELEMENT
#define ELEMENT float                // the library defines another type for other elements
#endif

in ELEMENT source;
in uint places;
flat out ELEMENT value;

void main() {
    value = source;
    gl_Position = point_of(places);
    gl_PointSize = 1.0;
}
