#version 110
// fluid_volume_divergence_2005: what flows out of one cell of a volume, less what flows in.
//
// As it was written for a Radeon 9700: behind the last faces nothing flows, so that what lies there is weighed
// by 0.
#include "rectangles_2005.glsl"
#include "fluid_volume_2005.glsl"

uniform sampler2D source;    // across the left, the upper and the front face; smoke

vec3 flow(float across, float down) { return texture2D(source, vec2(across, down) * source_texel).xyz; }

void main() {
    vec2 at = gl_FragCoord.xy, tile = tile_of(at), end = first_of(tile) + source_shape.xy - 1.0;
    vec2 next = min(at + 1.0, end), back = at + to_back(tile);
    vec3 ahead = vec3(flow(next.x, at.y).x, flow(at.x, next.y).y, flow(back.x, back.y).z);
    vec3 more = vec3(next - at, tile == last ? 0.0 : 1.0);
    gl_FragColor = vec4(dot((ahead * more) - flow(at.x, at.y), vec3(1.0)));
}
