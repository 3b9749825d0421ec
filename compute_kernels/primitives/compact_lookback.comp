#version 430 core
// compact_lookback: the kept elements of the whole stream, in their order, in one dispatch.
//
// Each group has a tile, numbers its kept elements in shared memory, and learns by looking back how many are
// kept before it.
#include "keeps.glsl"
#include "stream.glsl"

layout(local_size_x = 256) in;

const int ROWS = 4;               // a tile is four rows of 256 fours
const int TILE = 1024;            // fours in a tile

uniform int source_count;         // the library sets it
uniform int states_count;         // the number of tiles; the library sets it
layout(std430, binding = 0) readonly  buffer Source { FOUR source[]; };
layout(std430, binding = 1) writeonly buffer Result { TYPE result[]; };
layout(std430, binding = 2) writeonly buffer Count  { uint count[]; };
layout(std430, binding = 3) coherent  buffer Ticket { uint ticket[]; };
layout(std430, binding = 4) coherent  buffer States { uint states[]; };

shared int   taken;
shared uvec4 block[gl_WorkGroupSize.x];

#include "look_back.glsl"

FOUR load(int at) { return at * 4 < source_count ? source[at] : FOUR(0); }

/// 1 for each of four elements that exists and is kept, else 0.
uvec4 kept(int at, FOUR four) {
    uvec4 keep = uvec4(keeps(four.x), keeps(four.y), keeps(four.z), keeps(four.w));
    return keep * uvec4(lessThan(ivec4(0, 1, 2, 3), ivec4(source_count - at * 4)));
}

uint sum_of(uvec4 four) { return (four.x + four.y) + (four.z + four.w); }

/// Into `block`: how many of a lane's elements and those of the lanes left of it are kept, for each row of a
/// tile.
void number(int tile, uint lane) {
    uvec4 sums;
    for (int row = 0; row < ROWS; row++) {
        int at = tile * TILE + row * 256 + int(lane);
        sums[row] = sum_of(kept(at, load(at)));
    }
    for (uint stride = 1u; stride < gl_WorkGroupSize.x; stride *= 2u) {
        block[lane] = sums;
        barrier();                                    // every lane has written
        if (lane >= stride) sums += block[lane - stride];
        barrier();                                    // every lane has read
    }
    block[lane] = sums;
    barrier();                                        // the rows are complete
}

uint total_of(int tile, uint lane) {
    number(tile, lane);
    uint total = sum_of(block[gl_WorkGroupSize.x - 1u]);
    barrier();                                        // every lane has read, so `block` may be used again
    return total;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) taken = int(atomicAdd(ticket[0], 1u));
    barrier();                                        // the ticket is drawn: tiles start in order
    int tile = taken;
    if (tile >= states_count) return;                 // the whole group

    number(tile, lane);
    uvec4 rows = block[gl_WorkGroupSize.x - 1u];
    uvec4 left = lane > 0u ? block[lane - 1u] : uvec4(0u);
    barrier();                                        // every lane has read, so `block` may be used again
    if (lane == 0u) atomicExchange(states[tile], TOTAL + sum_of(rows));
    uint before = look_back(tile, lane);
    if (lane == 0u) atomicExchange(states[tile], PREFIX + before + sum_of(rows));
    if (lane == 0u && tile == states_count - 1) count[0] = before + sum_of(rows);

    for (int row = 0; row < ROWS; row++) {
        int at = tile * TILE + row * 256 + int(lane);
        FOUR four = load(at);
        uvec4 keep = kept(at, four);
        uint next = before + left[row];
        for (int k = 0; k < 4; k++) if (keep[k] != 0u) result[next++] = four[k];
        before += rows[row];
    }
}
