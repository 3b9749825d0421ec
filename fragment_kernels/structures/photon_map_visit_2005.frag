#version 110
// photon_map_visit_2005: eight slots of the cell that the search about one point has come to.
//
// A Radeon 9700 reads 32 texels in a pass: the sixteen slots of a cell take two. Four places in a vec4 are compared at
// once. Which texels are read depends on what was read before: the second of the card's four levels.
#include "rectangles_2005.glsl"

uniform float rows;                  // 0 for the cell's upper two rows of slots, 2 for the lower two
uniform float side;                  // cells along a side of the grid
uniform float columns;               // slices in a row
uniform sampler2D points;            // in the fourth channel the surface that the point is on; 0 is no point
uniform sampler2D spheres;           // the square of its radius; in the fourth channel that of the farthest entry
uniform sampler2D visits;            // the cell that it has come to; or -1 at the end
uniform sampler2D held;              // the power of the entries in the sphere, and how many they are
uniform sampler2D position;          // of the entries, sixteen texels for each cell; the fourth channel as below
uniform vec2 position_texel;         // a texel in texture coordinates; the library sets it
uniform sampler2D power;             // in the fourth channel 1 if an entry is here
uniform sampler2D came;              // entries that came to each cell, of 255
uniform vec2 came_texel;

/// The entries of four slots in a row that lie in the sphere: their power and number, and the square of the farthest.
void visit(vec2 at, vec4 point, float square, inout vec4 landed, inout vec4 farthest) {
    vec2 second = at + vec2(position_texel.x, 0.0), third = second + vec2(position_texel.x, 0.0);
    vec2 fourth = third + vec2(position_texel.x, 0.0);
    vec4 a = texture2D(position, at) - point, b = texture2D(position, second) - point;
    vec4 c = texture2D(position, third) - point, d = texture2D(position, fourth) - point;
    vec4 squares = vec4(dot(a, a), dot(b, b), dot(c, c), dot(d, d));
    vec4 inside = step(squares, vec4(square));
    farthest = max(farthest, inside * squares);
    landed += (inside.x * texture2D(power, at)) + (inside.y * texture2D(power, second));
    landed += (inside.z * texture2D(power, third)) + (inside.w * texture2D(power, fourth));
}

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 point = texture2D(points, here), sphere = texture2D(spheres, here), cell = texture2D(visits, here);
    float row = floor((cell.z + 0.5) / columns);
    vec2 corner = cell.xy + (vec2(cell.z - (row * columns), row) * side);
    vec2 first = ((4.0 * corner) + vec2(0.5, rows + 0.5)) * position_texel;
    float square = cell.x < 0.0 ? -1.0 : sphere.x;
    point.w *= 1048576.0;            // what is on another surface is farther away than any radius
    vec4 landed = vec4(0.0), farthest = vec4(0.0);
    visit(first, point, square, landed, farthest);
    visit(first + vec2(0.0, position_texel.y), point, square, landed, farthest);
    // Those that stayed carry the power of all that came: a byte's 255 are 15.9375 times sixteen.
    landed.rgb *= max(15.9375 * texture2D(came, (corner + 0.5) * came_texel).r, 1.0);
    vec2 larger = max(farthest.xy, farthest.zw);
    gl_FragData[0] = vec4(sphere.xyz, max(sphere.w, max(larger.x, larger.y)));
    gl_FragData[1] = texture2D(held, here) + landed;
}
