#version 330 core
// scatter_add: one element of the source, drawn as a point of one texel at its place in the result.
#include "points.glsl"

in float source;
in uint places;
flat out float value;

void main() {
    value = source;
    gl_Position = point_of(places);
    gl_PointSize = 1.0;
}
