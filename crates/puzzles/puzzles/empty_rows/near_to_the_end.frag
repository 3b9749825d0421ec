#version 330 core
// empty_rows: a row of a sparse matrix times a vector.
// refused: bounds
#include "stream.glsl"

uniform usampler2D starts;
uniform usampler2D columns;
uniform sampler2D values;
uniform sampler2D x;

layout(location = 0) out float result;

float product(int k) { return fetch(values, k).r * fetch(x, int(fetch(columns, k).r)).r; }

void main() {
    int row = min(element(), element_count - 1);      // the padding repeats the last row
    int first = int(fetch(starts, row).r);
    int end = int(fetch(starts, row + 1).r);
    float sum = 0.0;
    for (int k = first; k <= end; k++) sum += product(k);
    result = sum;
}
