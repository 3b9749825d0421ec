#version 430 core
// compact_atomic: one element of the source, stored at the next free place of the result, if it is kept.
//
// One counter hands out the places, so every kept element queues for it, and their order is that of the
// queue: anyone's.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform int source_count;         // the library sets it
layout(std430, binding = 0) readonly  buffer Source { TYPE source[]; };
layout(std430, binding = 1)           buffer Count  { uint count[]; };    // 0 when it begins
layout(std430, binding = 2) writeonly buffer Result { TYPE result[]; };

void main() {
    int i = element();
    if (i >= source_count) return;
    TYPE value = source[i];
    if (keeps(value)) result[atomicAdd(count[0], 1u)] = value;
}
