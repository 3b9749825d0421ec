#version 110
// bfs_levels_2005: the level of one node from its mark, which is one more: -1 for the mark 0.
#include "rectangles_2005.glsl"

uniform sampler2D even;      // each node has its mark in one of the two streams
uniform sampler2D odd;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    gl_FragColor = vec4(max(texture2D(even, here).r, texture2D(odd, here).r) - 1.0);
}
