#version 110
// ray_grid_traverse_2005: one ray into its next cell.
//
// It ends here where what it has met is nearer than the wall, where anything is in the way to the lamp, and
// where the grid ends. The walls are computed from the cell, not added up on the way, so that rounding
// errors do not add up either.
#include "rectangles_2005.glsl"
#include "ray_grid_2005.glsl"

uniform sampler2D cells;             // the first entry of each cell's list, or -1
uniform vec2 cells_size;             // its texels across and up
uniform vec2 cells_texel;            // a texel in texture coordinates
uniform vec3 sides;                  // of the grid, in cells
uniform vec3 lamp;
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D direction;
uniform sampler2D cell;              // and what the ray is about to do there
uniform sampler2D meeting;           // the entry; from the third channel on the triangle met, how far away

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 start = texture2D(origin, here), at = texture2D(cell, here), now = texture2D(meeting, here);
    bool looking = looks(start.w);
    vec3 towards = texture2D(direction, here).xyz;
    vec3 way = looking ? towards : lamp - start.xyz;
    vec3 exit = (at.xyz + step(vec3(0.0), way) - start.xyz) * inverse_of(way);
    float nearest = min(min(exit.x, exit.y), exit.z);
    bool first = exit.x <= nearest, second = exit.y <= exit.z;
    vec3 onward = first ? vec3(1.0, 0.0, 0.0) : (second ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0));
    vec3 next = at.xyz + (onward * ((2.0 * step(vec3(0.0), way)) - 1.0));
    bool inside = all(greaterThanEqual(next, vec3(0.0))) && all(lessThan(next, sides));
    bool ends = now.w <= nearest || (now.z >= 0.0 && !looking) || !inside;
    vec3 to = ends ? at.xyz : next;
    float entry = texture2D(cells, centre_of(index_of(to, sides), cells_size.x) * cells_texel).r;
    float state = ends ? SHADE : (entry < 0.0 ? TRAVERSE : INTERSECT);
    gl_FragData[0] = vec4(to, state);
    gl_FragData[1] = vec4(entry, now.yzw);
}
