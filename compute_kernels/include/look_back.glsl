// look_back.glsl: how many elements are counted in the tiles before this one, each of which a work group
// counts (Merrill and Garland, 2016).
//
// The kernel declares `states`, one word per tile, zero when the dispatch begins, and defines total_of. Tiles
// are taken by ticket, so that those before this one are being counted by groups that run. A state has a
// number and what it is of in one word: one atomic operation tells both, and no barrier is needed between
// two. A tile that says nothing for long is counted here again (decoupled fallback), so no group depends on
// another one going on.

const int WINDOW = 32;                                // tiles looked at together
const int PATIENCE = 16;                              // looks at a silent tile before it is counted here
const uint TOTAL = 1u << 30;                          // and the tile's own number
const uint PREFIX = 2u << 30;                         // and the number of everything up to the tile's end
const uint NUMBER = TOTAL - 1u;

shared uint window[WINDOW];

/// How many are counted in a whole tile, for every lane of the group that asks.
uint total_of(int tile, uint lane);

/// How many are counted in all tiles before this one, for every lane. A group that knows its own total says
/// so first.
uint look_back(int tile, uint lane) {
    uint before = 0u;
    int nearest = tile - 1;                           // the nearest tile that is not added yet
    int looks = 0;
    bool complete = tile == 0;
    while (!complete) {
        int other = nearest - int(lane);
        if (lane < uint(WINDOW)) window[lane] = other >= 0 ? atomicOr(states[max(other, 0)], 0u) : PREFIX;
        barrier();                                    // the window is written
        int seen = 0;
        for (; seen < WINDOW && !complete && window[seen] != 0u; seen++) {
            before += window[seen] & NUMBER;
            complete = window[seen] >= PREFIX;
        }
        barrier();                                    // every lane has read the window, and all decide alike
        nearest -= seen;
        looks = seen > 0 ? 0 : looks + 1;
        if (!complete && looks >= PATIENCE) {
            before += total_of(nearest, lane);
            nearest--;
            looks = 0;
        }
    }
    return before;
}
