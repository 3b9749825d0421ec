#version 110
// photon_map_pending_2005: a fragment for each point whose search has not ended; the others are discarded, and a query
// counts those that stay.
#include "rectangles_2005.glsl"

uniform sampler2D visits;

void main() {
    if (texture2D(visits, gl_TexCoord[0].xy).r < 0.0) discard;
    gl_FragColor = vec4(1.0);
}
