#version 430 core
// segmented_scan_chunk_totals: of one chunk of the source per invocation the sum since the last segment began, and whether one did.
//
// The first of three steps for a machine whose lanes are a CPU's, as scan_chunk_totals.comp.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 8) in;

uniform int chunk;                                    // elements of a chunk
uniform int source_count;                             // the library sets it
layout(std430, binding = 0) readonly  buffer Source      { TYPE source[]; };
layout(std430, binding = 1) readonly  buffer Heads       { uint heads[]; };         // not 0 where a segment begins
layout(std430, binding = 2) writeonly buffer Totals      { TYPE totals[]; };
layout(std430, binding = 3) writeonly buffer TotalsHeads { uint totals_heads[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int end = min(i * chunk + chunk, source_count);
    TYPE sum = TYPE(0);
    uint any = 0u;
    // From the end to the last head: what lies before it belongs to segments that end here.
    for (int at = end - 1; at >= i * chunk && any == 0u; at--) {
        sum += source[at];
        any = heads[at];
    }
    totals[i] = sum;
    totals_heads[i] = any;
}
