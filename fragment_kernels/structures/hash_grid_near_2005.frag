#version 110
// hash_grid_near_2005: how many points are near one place, and the sums of their columns and rows.
//
// For a GeForce 6800, the first card whose fragments loop: through the 27 buckets around, and in each through
// 64 points, so that a pass stays below the 65,536 instructions that the card runs. Where a bucket has more,
// more passes follow. Places in a crowd are not searched: floats of 24 bits add no more columns exactly.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"
#include "hash_grid_2005.glsl"

uniform float reach;         // the square of the radius
uniform float skipped;       // points of each bucket that the passes before have looked at,
uniform vec2 skipped_texels; // as columns and rows, too
uniform vec2 position_size;  // texels across and up; the library sets this and what follows
uniform vec2 position_texel;
uniform vec2 starts_size;
uniform vec2 starts_texel;
uniform sampler2D places;
uniform sampler2D found;     // by the passes before
uniform sampler2D position;  // of the points, in the order of the buckets
uniform sampler2D order;     // and where they were
uniform sampler2D starts;    // the texel where each bucket's points begin

const float CROWD = 4096.0;  // points in the buckets around

/// The texel where the points of a bucket begin. Rows of buckets are as long as a power of two.
vec2 start_of(float bucket) {
    float row = floor(bucket / starts_size.x);
    vec2 texel = vec2(bucket - (row * starts_size.x), row) + 0.5;
    return texture2D(starts, texel * starts_texel).rg + 0.5;
}

void main() {
    vec3 place = texture2D(places, gl_TexCoord[0].xy).xyz, home = home_of(place), sum = vec3(0.0);
    float crowd = 0.0, width = position_size.x;
    for (float z = -1.0; z < 2.0; z += 1.0) {
        for (float y = -1.0; y < 2.0; y += 1.0) {
            for (float x = -1.0; x < 2.0; x += 1.0) {
                float bucket = bucket_at(folded(home + vec3(x, y, z)));
                vec2 first = start_of(bucket), end = start_of(bucket + 1.0);
                float points = (end.x - first.x) + (width * (end.y - first.y));
                vec2 at = behind(first, skipped_texels, width);
                crowd += points;
                for (float i = 0.0; i < 64.0; i += 1.0) {
                    if (skipped + i >= points) break;
                    vec3 way = texture2D(position, at * position_texel).xyz - place;
                    vec2 texel = texture2D(order, at * position_texel).rg;
                    sum += dot(way, way) <= reach ? vec3(1.0, texel) : vec3(0.0);
                    at = behind(at, vec2(1.0, 0.0), width);
                }
            }
        }
    }
    vec4 before = texture2D(found, gl_TexCoord[0].xy);
    gl_FragColor = crowd > CROWD ? vec4(-1.0) : before + vec4(sum, 0.0);
}
