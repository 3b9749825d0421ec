#version 110
// list_rank_start_2005: before the first jump, one node's next node and the one link to it, in one
// texel.
//
// The last node of a list has itself, and no link. Nodes are texels, by their centres, as pointers
// were then.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"

uniform vec2 end;            // nodes: texels of a row that is not whole, and whole rows
uniform vec2 pointers_size;
uniform sampler2D pointers;

void main() {
    vec2 next = texture2D(pointers, gl_TexCoord[0].xy).rg + 0.5;
    bool exists = min(next.x, next.y) > 0.0 && next.x < pointers_size.x && before(next, end);
    gl_FragColor = exists ? vec4(next, 1.0, 0.0) : vec4(gl_FragCoord.xy, 0.0, 0.0);
}
