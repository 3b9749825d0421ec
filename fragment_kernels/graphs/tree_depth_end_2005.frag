#version 110
// tree_depth_end_2005: after the last jump, one node's root, as a texel, and its depth; -1 for all
// of them if the way up is endless.
#include "rectangles_2005.glsl"

uniform float nodes;
uniform sampler2D links;

void main() {
    vec3 link = texture2D(links, gl_TexCoord[0].xy).xyz;
    gl_FragColor = link.z < nodes ? vec4(link.xy - 0.5, link.z, 0.0) : vec4(-1.0, -1.0, -1.0, 0.0);
}
