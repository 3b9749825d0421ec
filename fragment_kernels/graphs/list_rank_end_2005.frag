#version 110
// list_rank_end_2005: after the last jump, one node's rank: the links that it has seen.
//
// No list has as many links as nodes, so whoever has seen so many is in a cycle or on the way to
// one.
#include "rectangles_2005.glsl"

uniform float nodes;
uniform float endless;       // the rank of such a node
uniform sampler2D links;

void main() {
    float rank = texture2D(links, gl_TexCoord[0].xy).z;
    gl_FragColor = vec4(rank < nodes ? rank : endless);
}
