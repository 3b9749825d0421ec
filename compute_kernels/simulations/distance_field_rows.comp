#version 430 core
// distance_field_rows: the nearest seed of each cell of a row, a row per invocation: the lower envelope of
// parabolas.
//
// The square of the distance to a column's seed is a parabola along the row, with its lowest point in that
// column. Two of them meet once. So the columns that are lowest somewhere form a stack, each with the first
// cell where it is: a new one drops those it beats there.
#include "stream.glsl"
#include "distance_field.glsl"

layout(local_size_x = 64) in;

uniform ivec4 nearest_shape;         // the library sets it

layout(std430, binding = 0) readonly  buffer Nearest { uint nearest[]; };
layout(std430, binding = 1)           buffer Stack   { ivec2 stack[]; };    // a column, and the first cell where it is lowest
layout(std430, binding = 2) writeonly buffer Result  { uint result[]; };

int width;
int y;

/// The height of a column's parabola over a cell.
int over(int column, int x) { return squared(nearest[y * width + column], ivec2(x, y), width); }

/// The last cell where the left of two columns is not beaten by the right one.
int parting(int left, int right) {
    return (right * right - left * left + over(right, right) - over(left, left)) / (2 * (right - left));
}

void main() {
    y = element();
    if (y >= element_count) return;
    width = nearest_shape.x;
    int first = y * width;
    int top = -1;
    for (int x = 0; x < width; ++x) {
        if (nearest[first + x] == NOWHERE) continue;
        while (top != -1 && over(stack[first + top].x, stack[first + top].y) > over(x, stack[first + top].y)) top--;
        int start = top == -1 ? 0 : parting(stack[first + top].x, x) + 1;
        if (start < width) stack[first + ++top] = ivec2(x, start);
    }
    for (int x = width - 1; x >= 0; --x) {
        if (top == -1) {
            result[first + x] = NOWHERE;
            continue;
        }
        result[first + x] = nearest[first + stack[first + top].x];
        if (x == stack[first + top].y) top--;
    }
}
