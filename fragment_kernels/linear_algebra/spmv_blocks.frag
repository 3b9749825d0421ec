#version 330 core
// spmv_blocks: one row of a block times a vector, all rows of the block filled up to one length; one element
// of the result.
//
// Cards of 2003 had no loops: each length of rows has a program of its own, with FOURS rounds written out by
// the compiler, and draws the rectangle of its rows, which were sorted by length. The k-th fours of a block's
// rows follow each other. Where rows are too long for one pass, each pass takes FOURS of them and blending
// adds its sum to those of the passes before.
#include "stream.glsl"

#ifndef FOURS
#define FOURS 1
#endif

uniform int first_row;               // of the block, in the sorted order
uniform int rows;                    // of the block
uniform int first_four;              // of the block in this pass, among all fours
uniform usampler2D pointers;         // NOWHERE where a row is filled up
uniform sampler2D values;
uniform sampler2D x;

layout(location = 0) out float result;

float product(float value, uint pointer) {
    return pointer == NOWHERE ? 0.0 : value * fetch(x, int(pointer)).r;
}

void main() {
    int at = first_four + element() - first_row;
    float sum = 0.0;
    for (int k = 0; k < FOURS; k++) {
        uvec4 pointer = fetch(pointers, at);
        vec4 value = fetch(values, at);
        sum += product(value.x, pointer.x) + product(value.y, pointer.y) + product(value.z, pointer.z) + product(value.w, pointer.w);
        at += rows;
    }
    result = sum;
}
