#version 430 core
// bfs: one level of the search for one node of the level before: which nodes do its edges reach first?
//
// Push, into a queue. Several edges may lead to a node in one level, so an atomic operation sets the mark.
// The lane that finds 0 there is the first one, and appends the node to the queue of the next level.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform uint mark;                                    // of this level

layout(std430, binding = 0) readonly  buffer Starts   { uint starts[]; };     // where each node's edges start
layout(std430, binding = 1) readonly  buffer Targets  { uint targets[]; };    // the nodes that they lead to
layout(std430, binding = 2) readonly  buffer Size     { uint size[]; };       // groups; nodes in the queue
layout(std430, binding = 3) readonly  buffer Queue    { uint queue[]; };
layout(std430, binding = 4) writeonly buffer Next     { uint next[]; };       // the queue of the next level
layout(std430, binding = 5)           buffer Found    { uint found[]; };      // how many it has
layout(std430, binding = 6)           buffer Reached  { uint reached[]; };    // marks; 0: none

void main() {
    int i = element();
    if (i >= int(size[3])) return;
    uint node = queue[i];
    uint end = starts[node + 1u];
    for (uint edge = starts[node]; edge < end; ++edge) {
        uint target = targets[edge];
        if (atomicCompSwap(reached[target], 0u, mark) == 0u) next[atomicAdd(found[0], 1u)] = target;
    }
}
