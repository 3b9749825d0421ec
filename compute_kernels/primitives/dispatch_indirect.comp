#version 430 core
// dispatch_indirect: one path of the list some steps further, in place; if it goes on, it is in the next
// list.
//
// The list is as long as `list_count` says, which the round before has counted; so has the number of work
// groups that run this. The next list is made as in compact_atomic_group.comp: in any order, since each path
// stays where it is and only its index moves.
#include "stream.glsl"
#include "collatz.glsl"

layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer List        { uint list[]; };
layout(std430, binding = 1) readonly  buffer ListCount   { uint list_count[]; };
layout(std430, binding = 2)           buffer Paths       { uvec2 paths[]; };
layout(std430, binding = 3) writeonly buffer Next        { uint next[]; };
layout(std430, binding = 4)           buffer NextCount   { uint next_count[]; };   // 0 when it begins

shared uint group_count;
shared uint group_first;

void main() {
    uint k = uint(element());
    bool first = gl_LocalInvocationID.x == 0u;

    if (first) group_count = 0u;
    barrier();                                        // the group's count is 0
    bool goes_on = false;
    uint i = 0u;
    if (k < list_count[0]) {
        i = list[k];
        uvec2 path = walk(paths[i]);
        paths[i] = path;
        goes_on = walks(path);
    }
    uint place = goes_on ? atomicAdd(group_count, 1u) : 0u;
    barrier();                                        // every path that goes on is counted
    if (first) group_first = atomicAdd(next_count[0], group_count);
    barrier();                                        // the group has its places in the next list
    if (goes_on) next[group_first + place] = i;
}
