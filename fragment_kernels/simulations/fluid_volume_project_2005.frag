#version 110
// fluid_volume_project_2005: one cell of a volume without what the pressure takes from its three velocities.
//
// As it was written for a Radeon 9700: in front of the first walls the pressure is the cell's own, which takes
// nothing.
#include "rectangles_2005.glsl"
#include "fluid_volume_2005.glsl"

uniform sampler2D source;    // the pressure
uniform sampler2D cells;     // across the left, the upper and the front face; smoke

float pressure(float across, float down) { return texture2D(source, vec2(across, down) * source_texel).r; }

void main() {
    vec2 at = gl_FragCoord.xy, tile = tile_of(at);
    vec2 one = max(at - 1.0, first_of(tile)), front = at + to_front(tile);
    vec3 before = vec3(pressure(one.x, at.y), pressure(at.x, one.y), pressure(front.x, front.y));
    vec4 now = texture2D(cells, gl_TexCoord[0].xy);
    gl_FragColor = vec4(now.xyz - (pressure(at.x, at.y) - before), now.w);
}
