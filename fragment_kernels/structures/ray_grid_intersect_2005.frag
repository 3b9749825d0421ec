#version 110
// ray_grid_intersect_2005: one ray and the next triangle of its cell's list.
//
// The ray's walk points to an entry, the entry to a triangle, whose corners are three texels side by side: a
// list of their own for vertices, as cards with more than a Radeon's four levels of reads have it, would be
// a level more.
#include "rectangles_2005.glsl"
#include "ray_grid_2005.glsl"

uniform sampler2D list;              // triangles; -1 behind the last of a cell
uniform sampler2D vertices;          // four texels for a triangle: three corners, and its colour
uniform vec2 list_size;              // its texels across and up
uniform vec2 list_texel;             // a texel in texture coordinates
uniform vec2 vertices_size;
uniform vec2 vertices_texel;
uniform vec3 lamp;
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D direction;         // and the triangle that it starts on, or -1
uniform sampler2D cell;              // and what the ray is about to do there
uniform sampler2D meeting;           // the entry; from the third channel on the triangle met, how far away

/// By how much of its side a triangle is larger than it is, so that no ray slips between two neighbours.
const float EDGE = 1.0 / 2048.0;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 start = texture2D(origin, here), to = texture2D(direction, here), now = texture2D(meeting, here);
    vec3 way = looks(start.w) ? to.xyz : lamp - start.xyz;
    float triangle = texture2D(list, centre_of(now.x, list_size.x) * list_texel).r;
    float following = texture2D(list, centre_of(now.x + 1.0, list_size.x) * list_texel).r;
    vec2 first = centre_of(triangle, 0.25 * vertices_size.x);
    first.x = (4.0 * first.x) - 1.5;
    vec2 one = first * vertices_texel, two = one + vec2(vertices_texel.x, 0.0);
    vec3 a = texture2D(vertices, one).xyz, ab = texture2D(vertices, two).xyz - a;
    vec3 ac = texture2D(vertices, two + vec2(vertices_texel.x, 0.0)).xyz - a;
    // Moeller and Trumbore 1997; a triangle without area is never met.
    vec3 p = cross(way, ac), s = start.xyz - a, q = cross(s, ab);
    float determinant = dot(ab, p), divisor = determinant == 0.0 ? 1.0 : determinant;
    vec3 met = vec3(dot(s, p), dot(way, q), dot(ac, q)) / divisor;
    bool within = met.x >= -EDGE && met.y >= -EDGE && met.x + met.y <= 1.0 + EDGE && met.z > 0.0;
    bool nearer = within && determinant != 0.0 && met.z < now.w && abs(triangle - to.w) > 0.5;
    gl_FragData[0] = vec4(texture2D(cell, here).xyz, following < 0.0 ? TRAVERSE : INTERSECT);
    gl_FragData[1] = vec4(now.x + 1.0, 0.0, nearer ? vec2(triangle, met.z) : now.zw);
}
