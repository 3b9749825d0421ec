#version 330 core
// ray_grid_traverse: one ray into its next cell.
//
// It ends here where what it has met is nearer than the wall, where anything is in the way to the lamp, and
// where the grid ends.
#include "stream.glsl"
#include "ray_grid.glsl"

uniform usampler2D cells;            // the first entry of each cell's list, or NOWHERE
uniform ivec3 sides;                 // of the grid, in cells
uniform vec3 lamp;
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D direction;
uniform usampler2D walk;

layout(location = 0) out uvec4 new_walk;

void main() {
    vec4 start = here(origin);
    bool looks = (int(start.w) & 1) == 0;
    vec3 way = looks ? here(direction).xyz : lamp - start.xyz;
    uvec4 now = here(walk);
    ivec3 cell = cell_of(now);
    vec3 exit = exits(start.xyz, way, inverse_of(way), cell);
    bool ends = reach_of(now) <= least(exit) || (now.z != NOWHERE && !looks);
    ends = ends || !advance(cell, way, exit, sides);
    uint entry = ends ? NOWHERE : fetch(cells, index_of(cell, sides)).r;
    uint state = ends ? SHADE : (entry == NOWHERE ? TRAVERSE : INTERSECT);
    new_walk = walk_of(ends ? cell_of(now) : cell, state, entry, now.z, reach_of(now));  // no cell outside fits the word
}
