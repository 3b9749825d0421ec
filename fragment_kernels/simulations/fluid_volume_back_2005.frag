#version 110
// fluid_volume_back_2005: the way back along the flow from where one number of a cell lies, in cells.
//
// As it was written for a Radeon 9700: a velocity lies in the middle of its face, smoke in the middle of the cell,
// so that each of the four has a pass of its own. The two velocities that a face does not have are means of four
// others; smoke has no face, the cell is its own neighbour, and the four are two. A way is short, and has more
// digits behind the point than a place in the volume would. It ends at the walls; a velocity may come from the
// last face along its axis, one cell further on.
#include "rectangles_2005.glsl"
#include "fluid_volume_2005.glsl"

uniform vec4 lane;           // 1 for the number that is carried, 0 for the others
uniform float interval;      // of a step
uniform sampler2D source;    // across the left, the upper and the front face; smoke

vec3 flow(float across, float down) { return texture2D(source, vec2(across, down) * source_texel).xyz; }

/// The velocities on the three faces ahead of a cell, where it goes on so far, and to the slice behind.
vec3 flow_ahead(vec2 at, vec2 on, vec2 back) {
    return vec3(flow(at.x + on.x, at.y).x, flow(at.x, at.y + on.y).y, flow(at.x + back.x, at.y + back.y).z);
}

void main() {
    vec2 at = gl_FragCoord.xy, tile = tile_of(at), first = first_of(tile), end = first + source_shape.xy - 1.0;
    vec2 other = max(at - lane.xy, first) + (lane.z * to_front(tile));    // on the other side of the face
    vec2 on = min(at + 1.0, end) - at, back = to_back(tile);
    vec3 now = flow(at.x, at.y);
    vec3 ahead = flow_ahead(at, on, back) + flow_ahead(other, on, back);
    ahead *= vec3(on, tile == last ? 0.0 : 1.0);   // behind the last faces nothing flows
    vec3 mean = 0.25 * (now + flow(other.x, other.y) + ahead);
    vec3 cell = vec3(at - first, tile.x + (tile.y * source_columns));
    vec3 room = source_shape.xyz - 1.0 - cell + lane.xyz;
    gl_FragColor = vec4(clamp(-interval * mix(mean, now, lane.xyz), -cell, room), 0.0);
}
