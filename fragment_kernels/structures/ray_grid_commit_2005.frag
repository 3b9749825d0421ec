#version 110
// ray_grid_commit_2005: one new ray, copied to where the other passes read it.
#include "rectangles_2005.glsl"

uniform sampler2D origin;
uniform sampler2D direction;
uniform sampler2D pending;
uniform sampler2D light;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    gl_FragData[0] = texture2D(origin, here);
    gl_FragData[1] = texture2D(direction, here);
    gl_FragData[2] = texture2D(pending, here);
    gl_FragData[3] = texture2D(light, here);
}
