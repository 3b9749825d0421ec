#version 110
// tree_depth_pending_2005: counts one node, by an occlusion query, if the ancestor that it knows is
// no root yet.
//
// Only a root is at no distance from what it knows. The read depends on another: two levels of
// four.
#include "rectangles_2005.glsl"

uniform vec2 links_texel;
uniform sampler2D links;

void main() {
    vec2 ancestor = texture2D(links, gl_TexCoord[0].xy).xy;
    float further = texture2D(links, ancestor * links_texel).z;
    if (further == 0.0) discard;
    gl_FragColor = vec4(1.0);
}
