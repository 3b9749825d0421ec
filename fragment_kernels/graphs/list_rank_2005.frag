#version 110
// list_rank_2005: three jumps of one node: each to the node that the last one has found, and the
// links to it added.
//
// The end of a list points to itself, at no distance, so a node that has arrived jumps on the spot.
// Its own texel and three more are the four levels of reads that a Radeon 9700 has: each pass sees
// four times as far.
#include "rectangles_2005.glsl"

uniform vec2 links_texel;
uniform sampler2D links;     // of each node the centre of a later node's texel, and the links to it

vec3 jump(vec3 link) {
    vec3 next = texture2D(links, link.xy * links_texel).xyz;
    return vec3(next.xy, link.z + next.z);
}

void main() {
    vec3 link = texture2D(links, gl_TexCoord[0].xy).xyz;
    gl_FragColor = vec4(jump(jump(jump(link))), 0.0);
}
