#version 110
// tree_depth_start_2005: before the first jump, the ancestor that one node knows, and how far up it
// is.
//
// A root knows itself, at no distance. Nodes are texels, by their centres, as pointers were then.
#include "rectangles_2005.glsl"
#include "rows_2005.glsl"

uniform vec2 end;            // nodes: texels of a row that is not whole, and whole rows
uniform vec2 parents_size;
uniform sampler2D parents;

void main() {
    vec2 parent = texture2D(parents, gl_TexCoord[0].xy).rg + 0.5;
    bool exists = min(parent.x, parent.y) > 0.0 && parent.x < parents_size.x && before(parent, end);
    bool root = !exists || parent == gl_FragCoord.xy;
    gl_FragColor = root ? vec4(gl_FragCoord.xy, 0.0, 0.0) : vec4(parent, 1.0, 0.0);
}
