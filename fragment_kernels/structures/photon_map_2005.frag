#version 110
// photon_map_2005: up to 250 steps of the search about one point. A step is a row of cells in its sphere, or an entry.
//
// For a GeForce 6800, the first card whose fragments loop and leave a loop. Its loops end after 255 turns: so a visit
// of a sphere goes on in the next pass, as Purcell's search did on a card without loops. When it is over, the sphere
// holds just as many as are looked for, or another one is visited: a larger one until one has held too many; then one
// halfway between the largest of too few and the smallest of too many.
#include "rectangles_2005.glsl"

uniform float neighbours;            // how many are looked for
uniform float most;                  // the square of the radius beyond which none is
uniform float side;                  // cells along a side of the grid
uniform sampler2D points;            // in the fourth channel the surface that the point is on; 0 is no point
uniform sampler2D starts;            // of each cell the texel of its first entry; and where the last one's end
uniform vec2 starts_size;
uniform vec2 starts_texel;           // a texel in texture coordinates; the library sets it
uniform sampler2D position;          // of the entries, in the order of their cells
uniform vec2 position_size;
uniform vec2 position_texel;
uniform sampler2D power;
uniform sampler2D spheres;           // squares: of its radius, of one of too few, of one of too many, of the farthest
uniform sampler2D visits;            // rows of cells that were visited, or -1 at the end; the next entry; how many more
uniform sampler2D held;              // the power of the entries in the sphere, and how many they are

/// The texel where a cell's entries begin. Half a cell is added, so that no quotient is a whole number.
vec2 start_of(float cell) {
    float row = floor((cell + 0.5) / starts_size.x);
    return texture2D(starts, (vec2(cell - (row * starts_size.x), row) + 0.5) * starts_texel).rg;
}

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec4 point = texture2D(points, here);
    vec4 sphere = texture2D(spheres, here), visit = texture2D(visits, here), landed = texture2D(held, here);
    float reach = sqrt(sphere.x) + 1e-5;
    vec3 low = clamp(floor((point.xyz - reach) * side), vec3(0.0), vec3(side - 1.0));
    vec3 high = clamp(floor((point.xyz + reach) * side), vec3(0.0), vec3(side - 1.0));
    float across = high.y - low.y + 1.0, rows = across * (high.z - low.z + 1.0);
    if (point.w == 0.0) visit.x = -1.0;
    if (visit.x >= 0.0) {
        bool visited = false;
        for (float turn = 0.0; turn < 250.0; turn += 1.0) {
            if (visit.w > 0.0) {
                vec2 there = (visit.yz + 0.5) * position_texel;
                vec4 away = texture2D(position, there) - point;
                float square = dot(away.xyz, away.xyz);
                if (away.w == 0.0 && square <= sphere.x) {
                    landed += vec4(texture2D(power, there).rgb, 1.0);
                    sphere.w = max(sphere.w, square);
                }
                visit.yw += vec2(1.0, -1.0);
                if (visit.y >= position_size.x) visit.yz = vec2(0.0, visit.z + 1.0);
            } else {
                visited = !(visit.x < rows);                 // also where a point is no number
                if (visited) break;
                float slice = floor((visit.x + 0.5) / across);
                float row = ((low.z + slice) * side) + low.y + (visit.x - (slice * across));
                vec2 end = start_of((row * side) + high.x + 1.0);
                visit.yz = start_of((row * side) + low.x);
                visit.x += 1.0;
                visit.w = ((end.y - visit.z) * position_size.x) + (end.x - visit.y);
            }
        }
        if (visited) {
            bool few = landed.w < neighbours, many = landed.w > neighbours;
            // Of several entries that lie equally far, no sphere holds some and not the others.
            bool same = sphere.x - sphere.y <= (1e-6 * sphere.x) + 1e-12;
            if (few ? sphere.x >= most : (!many || same)) {
                visit.x = -1.0;
            } else {
                if (few) sphere.y = sphere.x;
                else sphere.z = sphere.x;
                float middle = 0.5 * (sphere.y + sphere.z);
                bool apart = sphere.z - sphere.y > (1e-6 * sphere.z) + 1e-12;
                sphere.x = sphere.z == 0.0 ? min(most, 4.0 * sphere.x) : (apart ? middle : sphere.z);
                sphere.w = 0.0;
                visit.x = 0.0;
                landed = vec4(0.0);
            }
        }
    }
    gl_FragData[0] = sphere;
    gl_FragData[1] = visit;
    gl_FragData[2] = landed;
}
