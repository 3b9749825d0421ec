#version 110
// scatter_2005: one element of the source, drawn as a point of one texel at its place in the result.
//
// The vertex units of a Radeon 9700 have no textures and no number of the vertex: element and place come as
// streams. A place is a texel. One that the result has not lies outside the picture, and its point is not
// drawn.
uniform vec2 output_texel;

attribute float source;
attribute vec2 place;
varying float value;

void main() {
    value = source;
    gl_Position = vec4((((place + 0.5) * output_texel) * 2.0) - 1.0, 0.0, 1.0);
    gl_PointSize = 1.0;
}
