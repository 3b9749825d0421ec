#version 330 core
// matmul_packed: four neighbours of a row of a matrix product, in the channels of one texel.
//
// Four steps of the sum are one texel of `a` and four of `b`: five fetches for sixteen products, where
// matmul.frag has two for one. `rows * fetch(..)` is a mat4 times a vec4: each column, a texel of `b`, times
// one number of `a`, added up. `a` has zeros behind its columns, and `b` behind its rows, so that the last
// four steps may be fewer.
#include "stream.glsl"

uniform sampler2D a;
uniform sampler2D b;

layout(location = 0) out vec4 result;

void main() {
    ivec2 at = here();                // four columns, and a row
    int fours = textureSize(a, 0).x;
    vec4 sum = vec4(0.0);
    for (int four = 0; four < fours; ++four) {
        mat4 rows = mat4(0.0);
        for (int step = 0; step < 4; ++step) rows[step] = fetch(b, ivec2(at.x, (4 * four) + step));
        sum += rows * fetch(a, ivec2(four, at.y));
    }
    result = sum;
}
