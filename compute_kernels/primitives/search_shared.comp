#version 430 core
// search_shared: the lower bounds of many keys per group; the elements that every search begins with lie in
// shared memory.
//
// They form a tree: node 1 is compared first, node 2 i after node i where the key is not greater, node 2 i +
// 1 where it is.
#include "stream.glsl"
#include "sort.glsl"
#include "search.glsl"

#ifndef KEY
#define KEY float
#endif

layout(local_size_x = 256) in;

const int LANES = 256;
const int NODES = 2048;     // of 11 levels; node 0 is none
const int TILE = 4096;      // keys of a group

uniform int levels;         // of the tree: all steps, or the first 11
uniform int result_count;   // the library sets it
layout(std430, binding = 0) readonly  buffer Sorted { KEY sorted[]; };
layout(std430, binding = 1) readonly  buffer Keys   { KEY keys[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };

shared uint nodes[NODES];

uint sorted_code(int at) { return code(sorted[at]); }

void main() {
    int lane = int(gl_LocalInvocationID.x);
    for (int node = lane + 1; node < (1 << levels); node += LANES) {
        int level = findMSB(node);
        int place = node - (1 << level);              // among the nodes of its level, from the left
        int at = (2 * place + 1) * (first_stride >> level) - 1;
        nodes[node] = 0xffffffffu;                    // behind the last element, where no key is greater
        if (at < sorted_count) nodes[node] = sorted_code(at);
    }
    barrier();                                        // the tree is written
    int stride_left = (first_stride >> (levels - 1)) / 2;
    int start = int(group()) * TILE;
    int end = min(start + TILE, result_count);
    for (int i = start + lane; i < end; i += LANES) {
        uint wanted = code(keys[i]);
        int node = 1;
        for (int level = 0; level < levels; level++) node = 2 * node + int(nodes[node] < wanted);
        int below = (node - (1 << levels)) * (first_stride >> (levels - 1));
        result[i] = uint(lower_bound(wanted, below, stride_left));
    }
}
