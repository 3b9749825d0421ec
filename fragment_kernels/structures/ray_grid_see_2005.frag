#version 110
// ray_grid_see_2005: what one pixel shows: how far away, and the triangle. Only its first ray says so;
// others are discarded.
#include "rectangles_2005.glsl"

uniform float unit;                  // the side of a cell
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D meeting;           // in the third channel the triangle met, in the fourth how far away

void main() {
    vec4 now = texture2D(meeting, gl_TexCoord[0].xy);
    if (texture2D(origin, gl_TexCoord[0].xy).w > 0.5) discard;
    gl_FragColor = vec4(now.w * unit, now.z, 0.0, 0.0);
}
