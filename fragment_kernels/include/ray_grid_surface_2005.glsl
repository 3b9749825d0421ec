// ray_grid_surface_2005.glsl: the triangle that a ray has met, where, and what light it gives; after
// ray_grid_2005.glsl.
//
// Four targets are too few for all that changes where a ray ends. So two kernels find out the same of the
// surface: one gives the light, one sends the ray that follows.
#include "rectangles_2005.glsl"

uniform vec3 lamp;
uniform float bounces;               // mirrors in a row
uniform sampler2D vertices;          // four texels for a triangle: three corners; colour and mirrored share
uniform sampler2D normals;           // beside them: those of the corners
uniform vec2 vertices_size;          // its texels across and up
uniform vec2 vertices_texel;         // a texel in texture coordinates
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D direction;         // and the triangle that it starts on, or -1
uniform sampler2D pending;           // and the share of the pixel's light that the next looking ray brings
uniform sampler2D meeting;           // the entry; from the third channel on the triangle met, how far away

vec4 surface;                        // its colour, and the share that it mirrors; 1 is a lamp
vec3 above;                          // a little above the place that the ray has met
vec3 facet;                          // the facet's own normal, on the side that the ray comes from
vec3 bent;                           // and the one bent between its corners
float mirrored;                      // the share that is mirrored this way
float falling;                       // the light of the lamp that falls on it, if nothing is between
float to_lamp_squared;
float next_share;                    // of the pixel's light that a ray from here brings

void meet(vec4 start, vec3 way, float share, vec4 now) {
    vec2 first = centre_of(now.z, 0.25 * vertices_size.x);
    first.x = (4.0 * first.x) - 1.5;
    vec2 one = first * vertices_texel, two = one + vec2(vertices_texel.x, 0.0);
    vec2 three = two + vec2(vertices_texel.x, 0.0), four = three + vec2(vertices_texel.x, 0.0);
    surface = texture2D(vertices, four);
    vec3 a = texture2D(vertices, one).xyz;
    vec3 ab = texture2D(vertices, two).xyz - a, ac = texture2D(vertices, three).xyz - a, n = cross(ab, ac);
    vec3 place = start.xyz + (way * now.w);
    float shorter = inversesqrt(dot(n, n));
    vec3 even = n * shorter, both = even * shorter;
    float v = dot(cross(place - a, ac), both), w = dot(cross(ab, place - a), both);
    facet = dot(n, way) > 0.0 ? -even : even;
    bent = texture2D(normals, one).xyz * (1.0 - v - w);
    bent += (texture2D(normals, two).xyz * v) + (texture2D(normals, three).xyz * w);
    float side = dot(bent, facet);
    bent = normalize(side == 0.0 ? facet : bent * side);

    float facing = clamp(1.0 + dot(way, bent), 0.0, 1.0), square = facing * facing;
    mirrored = surface.w > 0.0 ? surface.w + ((1.0 - surface.w) * square * square * facing) : 0.0;   // Schlick 1994
    above = place + (facet * START);
    vec3 to_lamp = lamp - above;
    to_lamp_squared = dot(to_lamp, to_lamp);
    float fallen = max(dot(bent, to_lamp), 0.0) * inversesqrt(to_lamp_squared);
    falling = dot(facet, to_lamp) > 0.0 ? fallen : 0.0;
    next_share = (0.5 * start.w) < bounces ? share * mirrored : 0.0;
}
