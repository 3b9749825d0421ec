#version 430 core
// alignment: one entry of a diagonal of T. Smith and M. Waterman's table, 1981.
//
// The twin of alignment.cg: element i holds the entry of row i. Rows and columns are whole numbers here,
// and an entry outside the table is decided before anything is read.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int diagonal;       // its number: row + column
uniform int second_count;   // letters of the second sequence; the library sets it
uniform vec3 scores;        // of two equal letters, of two others, of a gap
layout(std430, binding = 0) readonly  buffer Last       { float last[]; };   // the diagonal before
layout(std430, binding = 1) readonly  buffer LastButOne { float last_but_one[]; };
layout(std430, binding = 2) readonly  buffer First      { float first[]; };   // a letter per element
layout(std430, binding = 3) readonly  buffer Second     { float second[]; };
layout(std430, binding = 4) writeonly buffer Result     { float result[]; };

void main() {
    int row = element();
    if (row >= element_count) return;
    int column = diagonal - row;
    if (row == 0 || column <= 0 || column > second_count) {
        result[row] = 0.0;
        return;
    }
    float equal_or_not = first[row - 1] == second[column - 1] ? scores.x : scores.y;
    float joined = last_but_one[row - 1] + equal_or_not;
    float gap = max(last[row - 1], last[row]) + scores.z;
    result[row] = max(0.0, max(joined, gap));
}
