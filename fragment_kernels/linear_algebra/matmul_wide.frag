#version 330 core
// matmul_wide: eight rows of four elements of a matrix product, a row into each of eight targets.
//
// The four texels of `b` serve all eight rows: twelve fetches for 128 products. `rows * fetch(..)` is a mat4
// times a vec4: each column, a texel of `b`, times one number of `a`, added up.
#include "stream.glsl"

uniform sampler2D a;
uniform sampler2D b;

layout(location = 0) out vec4 result_0;
layout(location = 1) out vec4 result_1;
layout(location = 2) out vec4 result_2;
layout(location = 3) out vec4 result_3;
layout(location = 4) out vec4 result_4;
layout(location = 5) out vec4 result_5;
layout(location = 6) out vec4 result_6;
layout(location = 7) out vec4 result_7;

void main() {
    ivec2 at = ivec2(1, 8) * here();  // four columns, and the first of eight rows
    int fours = textureSize(a, 0).x;
    vec4 sum[8] = vec4[8](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));
    for (int four = 0; four < fours; ++four) {
        mat4 rows = mat4(0.0);
        for (int step = 0; step < 4; ++step) rows[step] = fetch(b, ivec2(at.x, (4 * four) + step));
        for (int row = 0; row < 8; ++row) sum[row] += rows * fetch(a, ivec2(four, at.y + row));
    }
    result_0 = sum[0];
    result_1 = sum[1];
    result_2 = sum[2];
    result_3 = sum[3];
    result_4 = sum[4];
    result_5 = sum[5];
    result_6 = sum[6];
    result_7 = sum[7];
}
