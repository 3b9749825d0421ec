#version 110
// scatter_route_2005: one element, drawn as a point as large as a cell, over the cell of its place.
//
// The vertex units of a Radeon 9700 have no textures: the pair of place and element comes as a stream. A cell
// that there is not lies outside the picture, and its point is not drawn.
uniform vec2 output_texel;

attribute vec4 pair;
varying vec2 element;

void main() {
    vec2 corner = (2.0 * pair.xy) + 1.0;                  // where the four texels of the cell meet
    element = pair.zw;
    gl_Position = vec4(((corner * output_texel) * 2.0) - 1.0, 0.0, 1.0);
    gl_PointSize = 2.0;
}
