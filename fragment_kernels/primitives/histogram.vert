#version 330 core
// histogram: one element of the source, drawn as a point of one texel at its bin.
#include "points.glsl"
#include "histogram.glsl"

in float source;

void main() {
    gl_Position = point_of(bin_of(source, element_count));
    gl_PointSize = 1.0;
}
