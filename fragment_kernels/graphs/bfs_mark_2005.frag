#version 110
// bfs_mark_2005: the greatest of up to eight marks that follow one another; in the last pass, the
// mark of one node, if an edge leads to it from the level before.
//
// Runs become nodes, eight by eight. A node that is not found is discarded, so that the mask of the
// nodes that are reached, and the query that counts, see the new ones only.
#include "rectangles_2005.glsl"

uniform float mark;          // of the new level
uniform sampler2D firsts;    // the first texel, and how many
uniform vec2 source_size;    // its texels across and up
uniform vec2 source_texel;   // a texel in texture coordinates
uniform sampler2D source;

void main() {
    vec3 first = texture2D(firsts, gl_TexCoord[0].xy).xyz;
    float most = 0.0;
    for (int i = 0; i < 8; ++i) {
        vec2 at = first.xy + vec2(float(i), 0.0);
        at += at.x < source_size.x ? vec2(0.0) : vec2(-source_size.x, 1.0);
        float element = texture2D(source, (at + 0.5) * source_texel).r;
        most = max(most, float(i) < first.z ? element : 0.0);
    }
#ifdef LAST
    if (most < mark - 1.0) discard;
    most = mark;
#endif
    gl_FragColor = vec4(most);
}
