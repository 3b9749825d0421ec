#version 110
// ray_grid_enter_2005: where the walk of a ray begins that follows another: its cell, and the list of that.
#include "rectangles_2005.glsl"
#include "ray_grid_2005.glsl"

uniform sampler2D cells;             // the first entry of each cell's list, or -1
uniform vec2 cells_size;             // its texels across and up
uniform vec2 cells_texel;            // a texel in texture coordinates
uniform vec3 sides;                  // of the grid, in cells
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D follows;           // 1 where a ray follows

void main() {
    vec4 start = texture2D(origin, gl_TexCoord[0].xy);
    vec3 at = cell_at(start.xyz, sides);
    float entry = texture2D(cells, centre_of(index_of(at, sides), cells_size.x) * cells_texel).r;
    float state = entry < 0.0 ? TRAVERSE : INTERSECT;
    gl_FragData[0] = vec4(at, texture2D(follows, gl_TexCoord[0].xy).r > 0.5 ? state : DONE);
    gl_FragData[1] = vec4(entry, 0.0, -1.0, looks(start.w) ? FAR : 1.0);
}
