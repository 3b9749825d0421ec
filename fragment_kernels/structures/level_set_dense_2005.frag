#version 110
// level_set_dense_2005: one cell of a slice of the volume after a step, near the surface or not.
//
// A Radeon 9700 writes no volumes: the slices lie side by side in one texture, and each is drawn as a
// rectangle of its own, with the way to the slices beside it. So no fragment finds out which slice is its
// own, and with eight reads and some fifty operations a step is one pass. Behind the faces of the volume a
// cell sees itself.
#include "rectangles_2005.glsl"
#include "level_set_step_2005.glsl"

uniform vec2 first;                  // texel centres of the slice's first and last cell
uniform vec2 last;
uniform vec2 before;                 // texels from this slice to the ones before and after it
uniform vec2 after;
uniform sampler2D memory;
uniform sampler2D speeds;            // outwards
uniform vec2 memory_texel;           // a texel in texture coordinates

float value(float across, float up) { return texture2D(memory, vec2(across, up) * memory_texel).r; }

void main() {
    vec2 at = gl_FragCoord.xy, one = max(at - 1.0, first), other = min(at + 1.0, last);
    float centre = value(at.x, at.y);
    vec3 low = vec3(value(one.x, at.y), value(at.x, one.y), value(at.x + before.x, at.y + before.y));
    vec3 high = vec3(value(other.x, at.y), value(at.x, other.y), value(at.x + after.x, at.y + after.y));
    gl_FragColor = vec4(moved(centre, low, high, texture2D(speeds, gl_TexCoord[0].xy).r));
}
