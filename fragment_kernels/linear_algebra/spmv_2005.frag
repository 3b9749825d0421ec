#version 110
// spmv_2005: eight entries of a row of a sparse matrix times their elements of a vector, and added.
//
// For a Radeon 9700, which has no loops: rows are cut into runs of eight entries, each run a rectangle of 4
// x 2 texels. An entry is a value and the texel centre of its element of x, as pointers were then; the read
// of x depends on it, the third of the four levels that the card has. A place that is filled up points to
// the left of everything.
#include "rectangles_2005.glsl"

uniform sampler2D entries;
uniform sampler2D x;
uniform vec2 entries_texel;  // a texel in texture coordinates
uniform vec2 x_texel;

/// The product of one entry.
float product(vec2 centre) {
    vec3 entry = texture2D(entries, centre * entries_texel).xyz;
    float multiplied = entry.x * texture2D(x, entry.yz * x_texel).r;
    return entry.y < 0.0 ? 0.0 : multiplied;
}

void main() {
    vec2 first = (floor(gl_FragCoord.xy) * vec2(4.0, 2.0)) + 0.5;
    float sum = 0.0;
    for (int column = 0; column < 4; ++column) {
        vec2 upper = first + vec2(float(column), 0.0);
        sum += product(upper) + product(upper + vec2(0.0, 1.0));
    }
    gl_FragColor = vec4(sum);
}
