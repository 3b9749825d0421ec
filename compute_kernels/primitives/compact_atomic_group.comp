#version 430 core
// compact_atomic_group: one element of the source, stored at a free place among those of its work group, if
// it is kept.
//
// The group counts in shared memory and takes its places from the counter of all in one go: a queue as long
// as there are groups.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform int source_count;         // the library sets it
layout(std430, binding = 0) readonly  buffer Source { TYPE source[]; };
layout(std430, binding = 1)           buffer Count  { uint count[]; };    // 0 when it begins
layout(std430, binding = 2) writeonly buffer Result { TYPE result[]; };

shared uint group_count;
shared uint group_first;

void main() {
    int i = element();
    bool first = gl_LocalInvocationID.x == 0u;

    if (first) group_count = 0u;
    barrier();                                        // the group's count is 0
    TYPE value = i < source_count ? source[i] : TYPE(0);
    bool kept = i < source_count && keeps(value);
    uint place = kept ? atomicAdd(group_count, 1u) : 0u;
    barrier();                                        // every element of the group is counted
    if (first) group_first = atomicAdd(count[0], group_count);
    barrier();                                        // the group has its places
    if (kept) result[group_first + place] = value;
}
