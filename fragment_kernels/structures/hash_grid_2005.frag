#version 110
// hash_grid_2005: what is sorted: the bucket of one point, and row and column of its texel.
//
// The three are compared in this order, so that the points of a bucket stay in theirs.
#include "rectangles_2005.glsl"
#include "hash_grid_2005.glsl"

uniform sampler2D position;

void main() {
    float bucket = bucket_at(home_of(texture2D(position, gl_TexCoord[0].xy).xyz));
    gl_FragColor = vec4(bucket, gl_FragCoord.yx - 0.5, 0.0);
}
