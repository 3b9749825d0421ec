#version 430 core
// sort_onesweep: keys and values to their places by one digit, in one dispatch (Adinets and Merrill, 2022).
// For a GPU. For the lanes of a CPU it is sort_count.comp and sort_scatter.comp.
//
// A group sorts a tile and tells how many keys of each digit it has; lane d looks back for those of digit d.
#include "stream.glsl"
#include "sort.glsl"
#include "sort_tile.glsl"

#ifndef KEY
#define KEY float
#define RESULT float
#endif

layout(local_size_x = 256) in;

const int PATIENCE = 16;                              // looks at a silent tile before it is counted here
const uint TOTAL = 1u << 30, PREFIX = 2u << 30;       // a count stands in the bits below; 0 is silence

uniform int shift;          // of the digit, in bits
uniform int keys_count;     // the library sets it
layout(std430, binding = 0) readonly  buffer Keys         { KEY keys[]; };
layout(std430, binding = 1) readonly  buffer Values       { uint values[]; };
layout(std430, binding = 2) readonly  buffer Places       { uint places[]; };  // scanned counts of digits
layout(std430, binding = 3) coherent  buffer Ticket       { uint ticket[]; };
layout(std430, binding = 4) coherent  buffer States       { uint states[]; };  // by tile, then by digit
layout(std430, binding = 5) writeonly buffer ResultKeys   { RESULT result_keys[]; };
layout(std430, binding = 6) writeonly buffer ResultValues { uint result_values[]; };

shared int taken;
shared uint open, silent;   // whether a digit still looks back, whether a tile has not told
shared uint tally[LANES];

/// How many keys of a tile have this lane's digit.
uint count_of(int tile, int lane) {
    tally[lane] = 0u;
    barrier();                                        // every count is zero
    int end = min((tile + 1) * TILE, keys_count);
    for (int i = tile * TILE + lane; i < end; i += LANES) atomicAdd(tally[(code(keys[i]) >> shift) & 255u], 1u);
    barrier();                                        // the tile is counted
    return tally[lane];                               // only this lane changes it before the next barrier
}

/// How many keys of all tiles before this one have this lane's digit. All lanes walk back together, each over
/// the words of its digit. TOTAL counts the keys of that tile alone; PREFIX counts those of all tiles up to
/// it and completes the lane, which walks on with the others and adds nothing, until all are complete. Where
/// one finds silence the group looks again, PATIENCE times, then counts that tile (decoupled fallback).
uint look_back(int tile, int lane) {
    uint before = 0u;
    bool complete = false;
    for (int nearest = tile - 1, looks = 0; nearest >= 0; looks++) {
        if (lane == 0) open = silent = 0u;
        barrier();                                    // nobody is open or silent yet
        uint state = complete ? PREFIX : atomicOr(states[nearest * LANES + lane], 0u);
        if (!complete) atomicOr(open, 1u);
        if (state == 0u) atomicOr(silent, 1u);
        barrier();                                    // every lane has looked
        bool go_on = open != 0u, told = silent == 0u;
        barrier();                                    // every lane has read, and all decide alike
        if (!go_on) break;
        if (told || looks >= PATIENCE) {
            uint count = told ? state % TOTAL : count_of(nearest, lane);  // alike in all lanes
            if (!complete) before += count;
            complete = complete || (told && state >= PREFIX);
            nearest--;
            looks = -1;                               // the loop makes it 0 for the next tile
        }
    }
    return before;
}

void main() {
    int lane = int(gl_LocalInvocationID.x);
    if (lane == 0) taken = int(atomicAdd(ticket[0], 1u));
    barrier();                                        // the ticket is drawn: tiles start in order
    int tile = taken, start = tile * TILE;
    int count = min(TILE, keys_count - start);
    if (count <= 0) return;                           // the whole group
    for (int i = lane; i < TILE; i += LANES) {
        tile_keys[i] = i < count ? code(keys[start + i]) : 0xffffffffu;  // what fills up the tile goes last
        tile_values[i] = i < count ? values[start + i] : 0u;
    }
    uint own = count_of(tile, lane);
    atomicExchange(states[tile * LANES + lane], TOTAL | own);
    for (int bit = shift; bit < shift + 8; bit += 4) sort_tile(lane, bit);
    uint total;
    uint smaller = sum_before(own, lane, total);      // keys of this tile with smaller digits
    uint before = look_back(tile, lane);
    atomicExchange(states[tile * LANES + lane], PREFIX | before + own);
    int digit = shift / 8;                            // its places start behind those of the digit before
    tally[lane] = places[digit * LANES + lane] - uint(digit * keys_count) + before - smaller;
    barrier();                                        // lane d has said where digit d goes
    for (int i = lane; i < count; i += LANES) {
        uint word = tile_keys[i], at = tally[(word >> shift) & 255u] + uint(i);
        RESULT result;
        decode(word, result);
        result_keys[at] = result;
        result_values[at] = tile_values[i];
    }
}
