#version 110
// fluid_volume_2005: one number of a cell of a volume of smoke a step later: carried along.
//
// As it was written for a Radeon 9700, which filters no floats: what is there between eight cells is weighed by
// hand. Behind the last face along its axis a velocity is 0: the reads stay at the last cell, and the sum is
// weighed by how far the place is inside.
#include "rectangles_2005.glsl"
#include "fluid_volume_2005.glsl"

uniform vec4 lane;           // 1 for the number that is carried, 0 for the others
uniform sampler2D way;       // back along the flow, in cells
uniform sampler2D source;    // across the left, the upper and the front face; smoke

/// What is between four cells of a slice.
vec4 between(vec2 one, vec2 other, vec2 part) {
    vec4 upper = mix(texture2D(source, one), texture2D(source, vec2(other.x, one.y)), part.x);
    vec4 lower = mix(texture2D(source, vec2(one.x, other.y)), texture2D(source, other), part.x);
    return mix(upper, lower, part.y);
}

void main() {
    vec2 at = gl_FragCoord.xy, tile = tile_of(at);
    vec3 away = texture2D(way, gl_TexCoord[0].xy).xyz, part = fract(away);
    vec3 cell = vec3(at - first_of(tile), tile.x + (tile.y * source_columns)), end = source_shape.xyz - 1.0;
    vec3 low = min(cell + (away - part), end), high = min(low + 1.0, end);
    vec2 front = slice_corner(low.z) + 0.5, back = slice_corner(high.z) + 0.5;
    vec4 near = between((front + low.xy) * source_texel, (front + high.xy) * source_texel, part.xy);
    vec4 far = between((back + low.xy) * source_texel, (back + high.xy) * source_texel, part.xy);
    float inside = min(dot(lane, vec4(end + 1.0 - cell - away, 1.0)), 1.0);
    gl_FragColor = vec4(inside * dot(mix(near, far, part.z), lane));
}
