#version 110
// bfs_2005: one level of the search for eight edges that lead to one node: the greatest mark of the
// nodes that they come from.
//
// For a Radeon 9700, which has no loops of any length: the edges into a node are cut into runs of
// eight, each a rectangle of 4 x 2 texels, as rows of a sparse matrix are (Bolz et al., 2003). A
// texel has the centre of the node that its edge comes from, or lies to the left of everything
// where a run is filled up.
#include "rectangles_2005.glsl"

uniform vec2 entries_texel;      // a texel in texture coordinates
uniform vec2 reached_texel;
uniform sampler2D entries;       // the second and the third channel point to a node
uniform sampler2D reached;       // the marks of the level before and every second one before it

float mark_of(vec2 centre) {
    vec2 node = texture2D(entries, centre * entries_texel).yz;
    float mark = texture2D(reached, node * reached_texel).r;
    return node.x < 0.0 ? 0.0 : mark;
}

void main() {
    vec2 first = (floor(gl_FragCoord.xy) * vec2(4.0, 2.0)) + 0.5;
    float most = 0.0;
    for (int column = 0; column < 4; ++column) {
        vec2 upper = first + vec2(float(column), 0.0);
        most = max(most, max(mark_of(upper), mark_of(upper + vec2(0.0, 1.0))));
    }
    gl_FragColor = vec4(most);
}
