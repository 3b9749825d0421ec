#version 430 core
// gather_texture: the elements of a table that four pointers name, four elements of the result.
//
// The pointers and results stream by, sixteen bytes at a time; the table alone is read here and there, and
// lies in a texture: its cache is made for that, and so is a software driver's fetch.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform sampler2D table;
uniform int table_count;             // elements of the table; the library sets it
layout(std430, binding = 0) readonly  buffer Pointers { uvec4 pointers[]; };
layout(std430, binding = 1) writeonly buffer Result   { vec4 result[]; };

float follow(uint pointer) {
    return pointer < uint(table_count) ? fetch(table, int(pointer)).r : 0.0;
}

void main() {
    int i = element();
    if (i >= element_count) return;  // here element_count counts fours
    uvec4 four = pointers[i];
    result[i] = vec4(follow(four.x), follow(four.y), follow(four.z), follow(four.w));
}
