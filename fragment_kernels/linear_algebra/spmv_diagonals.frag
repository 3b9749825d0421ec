#version 330 core
// spmv_diagonals: four diagonals of a matrix times a vector, to be added to one element of the result.
//
// A diagonal is a vector that lies as the result lies, and its elements meet those of x so many places to the
// side: no pointers at all.
#include "stream.glsl"

uniform ivec4 offsets;               // from the row to the column, for each channel
uniform sampler2D diagonals;
uniform sampler2D x;
uniform int x_count;

layout(location = 0) out float result;

float product(float value, int column) {
    return column < 0 || column >= x_count ? 0.0 : value * fetch(x, column).r;
}

void main() {
    vec4 value = here(diagonals);
    ivec4 column = element() + offsets;
    result = product(value.x, column.x) + product(value.y, column.y) + product(value.z, column.z) + product(value.w, column.w);
}
