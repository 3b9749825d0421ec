// sort_tile.glsl: keys and values of one tile in shared memory, sorted by four bits of the key; equal digits
// stay in order.
//
// As Satish, Harris and Garland did (2009): each lane counts the digits of its items in a column of its own,
// and the sum of all counts before says where an item goes. A word holds two counts: of one of the digits 0
// to 7 in its lower half, of the digit eight more in its upper half.

const int LANES = 256;
const int ITEMS = 8;                                  // of a lane
const int TILE = LANES * ITEMS;

shared uint tile_keys[TILE];
shared uint tile_values[TILE];
shared uint columns[8 * LANES];
shared uint sums[LANES];

/// The sum of all lanes' values before this lane's. The total of all lanes goes to `total`. Before it is
/// called again every lane must have come to a barrier.
uint sum_before(uint value, int lane, out uint total) {
    uint sum = value;
    for (int stride = 1; stride < LANES; stride *= 2) {
        sums[lane] = sum;
        barrier();                                    // every lane has written
        if (lane >= stride) sum += sums[lane - stride];
        barrier();                                    // every lane has read
    }
    sums[lane] = sum;
    barrier();                                        // the sums are complete
    total = sums[LANES - 1];
    return sum - value;
}

/// Sorts the tile by the four bits of the keys from `shift` on. The tile is written and read behind a
/// barrier.
void sort_tile(int lane, int shift) {
    uint own_keys[ITEMS], own_values[ITEMS];
    for (int word = 0; word < 8; word++) columns[word * LANES + lane] = 0u;
    for (int k = 0; k < ITEMS; k++) {
        own_keys[k] = tile_keys[lane * ITEMS + k];
        own_values[k] = tile_values[lane * ITEMS + k];
        int digit = int((own_keys[k] >> shift) & 15u);
        columns[(digit % 8) * LANES + lane] += 1u << (16 * (digit / 8));
    }
    barrier();                                        // all items are read, and counted
    uint sum = 0u;
    for (int k = 0; k < 8; k++) sum += columns[lane * 8 + k];
    uint total;
    uint before = sum_before(sum, lane, total);
    // The digits in the upper halves come behind all of those in the lower.
    before += total << 16;
    for (int k = 0; k < 8; k++) {
        uint count = columns[lane * 8 + k];
        columns[lane * 8 + k] = before;
        before += count;
    }
    barrier();                                        // the columns say where each lane's items go
    for (int k = 0; k < ITEMS; k++) {
        int digit = int((own_keys[k] >> shift) & 15u), column = (digit % 8) * LANES + lane;
        uint place = (columns[column] >> (16 * (digit / 8))) & 0xffffu;
        columns[column] += 1u << (16 * (digit / 8));
        tile_keys[place] = own_keys[k];
        tile_values[place] = own_values[k];
    }
    barrier();                                        // the tile is sorted
}
