#version 430 core
// scan_lookback: the prefix sum of the whole stream in one dispatch (Merrill and Garland, 2016).
//
// A group scans one tile and tells the others its total; then it looks back over the tiles before, adding
// totals until it meets one that knows the sum of everything up to itself. A tile that says nothing for long
// is added up here again (decoupled fallback), so no group ever depends on another one being run.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define FOUR vec4
#endif
#ifndef EXCLUSIVE
#define EXCLUSIVE 0
#endif

layout(local_size_x = 256) in;

const int ROWS = 4;                 // a tile is four rows of 256 fours
const int TILE = 1024;              // fours in a tile
const int WINDOW = 32;              // tiles looked at together
const int PATIENCE = 16;            // looks at a silent tile before it is added up here
const uint SILENT = 0u, TOTAL = 1u, PREFIX = 2u;

uniform int source_count;           // the library sets it
uniform int totals_count;           // the number of tiles; the library sets it
layout(std430, binding = 0) readonly  buffer Source   { FOUR source[]; };
layout(std430, binding = 1) writeonly buffer Result   { FOUR result[]; };
layout(std430, binding = 2) coherent  buffer Ticket   { uint ticket[]; };
layout(std430, binding = 3) coherent  buffer States   { uint states[]; };     // what a tile has told so far,
layout(std430, binding = 4) coherent  buffer Totals   { TYPE totals[]; };     // its own sum,
layout(std430, binding = 5) coherent  buffer Prefixes { TYPE prefixes[]; };   // the sum up to its end

shared int  taken;
shared FOUR block[gl_WorkGroupSize.x];
shared uint window_states[WINDOW];
shared TYPE window_sums[WINDOW];

TYPE sum_of(FOUR four) { return (four.x + four.y) + (four.z + four.w); }

FOUR load(int at) { return at * 4 < source_count ? source[at] : FOUR(0); }

/// The sum of a whole tile, for every lane of the group that asks.
TYPE total_of(int tile, uint lane) {
    FOUR sums = FOUR(0);
    for (int row = 0; row < ROWS; row++) sums += load(tile * TILE + row * 256 + int(lane));
    block[lane] = sums;
    for (uint half_way = 128u; half_way > 0u; half_way /= 2u) {
        barrier();                                    // the sums of the round before are written
        if (lane < half_way) block[lane] += block[lane + half_way];
    }
    barrier();                                        // the last sum is written
    TYPE total = sum_of(block[0]);
    barrier();                                        // every lane has read it, so `block` may be used again
    return total;
}

/// The sum of all tiles before this one, for every lane.
TYPE look_back(int tile, uint lane) {
    TYPE before = TYPE(0);
    int nearest = tile - 1;                           // the nearest tile that is not added yet
    int looks = 0;
    bool complete = tile == 0;
    while (!complete) {
        if (lane < uint(WINDOW)) {
            int other = nearest - int(lane);
            uint state = other >= 0 ? atomicOr(states[max(other, 0)], 0u) : PREFIX;
            memoryBarrierBuffer();                    // what was written before that state is seen after it
            TYPE sum = TYPE(0);
            if (other >= 0 && state == PREFIX) sum = prefixes[other];
            if (other >= 0 && state == TOTAL) sum = totals[other];
            window_states[lane] = state;
            window_sums[lane] = sum;
        }
        barrier();                                    // the window is written
        int seen = 0;
        for (; seen < WINDOW && !complete && window_states[seen] != SILENT; seen++) {
            before = window_sums[seen] + before;
            complete = window_states[seen] == PREFIX;
        }
        barrier();                                    // every lane has read the window, and all decide alike
        nearest -= seen;
        looks = seen > 0 ? 0 : looks + 1;
        if (!complete && looks >= PATIENCE) {
            before = total_of(nearest, lane) + before;
            nearest--;
            looks = 0;
        }
    }
    return before;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) taken = int(atomicAdd(ticket[0], 1u));
    barrier();                                        // the ticket is drawn: tiles start in order
    int tile = taken;
    if (tile >= totals_count) return;                 // the whole group

    FOUR items[ROWS];
    FOUR sums;                                        // of this lane's items and those left, a lane per row
    for (int row = 0; row < ROWS; row++) {
        FOUR four = load(tile * TILE + row * 256 + int(lane));
        four.y += four.x;
        four.z += four.y;
        four.w += four.z;
        items[row] = four;
        sums[row] = four.w;
    }
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u) {
        block[lane] = sums;
        barrier();                                    // every lane has written
        if (lane >= stride) sums += block[lane - stride];
        barrier();                                    // every lane has read
    }
    block[lane] = sums;
    barrier();                                        // the row sums are complete
    FOUR rows = block[gl_WorkGroupSize.x - 1u];
    FOUR left = lane > 0u ? block[lane - 1u] : FOUR(0);
    barrier();                                        // every lane has read, so `block` may be used again

    TYPE total = (rows.x + rows.y) + (rows.z + rows.w);
    if (lane == 0u) {
        totals[tile] = total;
        memoryBarrierBuffer();                        // the total is seen before its state is
        atomicExchange(states[tile], TOTAL);
    }
    TYPE before = look_back(tile, lane);
    if (lane == 0u) {
        prefixes[tile] = before + total;
        memoryBarrierBuffer();                        // the prefix is seen before its state is
        atomicExchange(states[tile], PREFIX);
    }
    for (int row = 0; row < ROWS; row++) {
        int at = tile * TILE + row * 256 + int(lane);
        FOUR four = EXCLUSIVE != 0 ? FOUR(TYPE(0), items[row].xyz) : items[row];
        if (at * 4 < source_count) result[at] = four + (before + left[row]);
        before += rows[row];
    }
}
