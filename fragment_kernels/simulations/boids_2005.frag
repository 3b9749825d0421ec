#version 110
// boids_2005: what one bird sees of a block of birds, added to what it has seen so far.
//
// For a GeForce 6800, the first card whose fragments loop. Its loops end after 255 turns, so that one goes along
// the rows of a block and one along its columns; a fragment may run 65,536 instructions, some twenty per bird, so
// that blocks are of 2,048 birds. A bird sees itself, too, which adds nothing to sums of differences.
#include "rectangles_2005.glsl"

uniform vec2 sight;            // one over the squares of how far a bird sees, and how far it keeps away
uniform vec2 weights;          // of alignment and cohesion: 1/s, 1/s²
uniform vec2 first;            // texel centre of the block's first bird
uniform float columns;         // of the block
uniform float rows;
uniform sampler2D position;
uniform sampler2D velocity;
uniform vec2 position_texel;   // a texel in texture coordinates; the library sets it
uniform sampler2D apart;       // away from birds that are too close; and the sum of the weights
uniform sampler2D along;       // along with the birds around, and to their centre

void main() {
    vec2 here = gl_TexCoord[0].xy;
    vec3 place = texture2D(position, here).xyz, speed = texture2D(velocity, here).xyz;
    vec4 away = texture2D(apart, here);
    vec3 with = texture2D(along, here).xyz;
    for (float row = 0.0; row < rows; row += 1.0) {
        for (float column = 0.0; column < columns; column += 1.0) {
            vec2 there = (first + vec2(column, row)) * position_texel;
            vec3 way = texture2D(position, there).xyz - place, drift = texture2D(velocity, there).xyz - speed;
            // Weights fade to zero where a bird goes out of sight: rounding cannot decide who is seen.
            vec2 near = max(1.0 - (dot(way, way) * sight), vec2(0.0));
            away += vec4(-near.y * way, near.x);
            with += near.x * ((weights.x * drift) + (weights.y * way));
        }
    }
    gl_FragData[0] = away;
    gl_FragData[1] = vec4(with, 0.0);
}
