#version 330 core
// bfs: one level of the search for one node not reached yet: does an edge lead here from the level before?
//
// Pull, for a fragment writes at its own place alone. Nodes that are reached are masked out; this one is
// discarded if it is not reached now, so that the mask, and the query that counts, see the new ones only.
#include "stream.glsl"

uniform uint mark;           // of this level
uniform usampler2D starts;   // where the edges into each node start among the sources,
uniform usampler2D sources;  // the nodes that they come from
uniform usampler2D reached;  // the marks of the level before and every second one before it; 0 for none

layout(location = 0) out uint next;

void main() {
    uint end = fetch(starts, element() + 1).r;
    bool found = false;
    for (uint edge = fetch(starts, element()).r; edge < end && !found; ++edge) {
        uint node = fetch(sources, int(edge)).r;
        found = fetch(reached, int(node)).r == mark - 1u;
    }
    if (!found) discard;
    next = mark;
}
