#version 110
// spmv_diagonals_2005: four diagonals of a matrix times a vector, added to one element of the result so far.
//
// A diagonal is a vector that lies as the result lies. Its elements meet those of x so many columns and rows
// of the texture further on; what passes the end of a row goes on in the next. A Radeon 9700 blends no
// floats, so the sum so far is read. A zero of a diagonal adds nothing: there may be no element of x for it.
#include "rectangles_2005.glsl"

uniform vec4 columns;        // on from the result's element to that of x, for each channel: not negative
uniform vec4 rows;
uniform sampler2D diagonals;
uniform sampler2D x;         // in rows as long as those of the result
uniform sampler2D sums;
uniform vec2 x_size;         // its texels across and up
uniform vec2 x_texel;        // a texel in texture coordinates

float product(float value, float column, float row) {
    float multiplied = value * texture2D(x, vec2(column, row) * x_texel).r;
    return value == 0.0 ? 0.0 : multiplied;
}

void main() {
    vec4 value = texture2D(diagonals, gl_TexCoord[0].xy);
    vec4 column = gl_FragCoord.xxxx + columns, row = gl_FragCoord.yyyy + rows;
    vec4 over = step(x_size.xxxx, column);
    column -= over * x_size.x;
    row += over;
    float sum = texture2D(sums, gl_TexCoord[0].xy).r;
    sum += product(value.x, column.x, row.x) + product(value.y, column.y, row.y);
    sum += product(value.z, column.z, row.z) + product(value.w, column.w, row.w);
    gl_FragColor = vec4(sum);
}
