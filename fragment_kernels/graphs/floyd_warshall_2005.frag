#version 110
// floyd_warshall_2005: the distances from one node to four others after one step, in the channels
// of a texel (Micikevicius, 2004).
//
// Is the way through node k shorter? A texel of column k has the way to it, among those to three
// others: the card has no index for a channel, but a dot product with 1 in one place and 0 in the
// others picks it.
#include "rectangles_2005.glsl"

uniform vec2 through;            // the column of texels that holds node k, and the row of node k
uniform vec4 channel;            // 1 in the channel of node k
uniform vec2 distances_texel;
uniform sampler2D distances;

void main() {
    vec2 row = vec2(through.x, gl_FragCoord.y);
    vec2 column = vec2(gl_FragCoord.x, through.y);
    float there = dot(texture2D(distances, row * distances_texel), channel);
    vec4 onward = texture2D(distances, column * distances_texel);
    gl_FragColor = min(texture2D(distances, gl_TexCoord[0].xy), there + onward);
}
