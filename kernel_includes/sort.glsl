// sort.glsl: the order of keys, and the comparators of a sorting network, in both eras.

/// The code of a key: codes compare as whole numbers as their keys do. Floats are in the total order of IEEE
/// 754.
uint code(uint key) { return key; }
uint code(float key) {
    uint bits = floatBitsToUint(key);
    // The bits of positive floats ascend; the sign bit lifts them over the negative ones, whose bits descend
    // and are turned round.
    return (bits >> 31u) == 0u ? (bits | 0x80000000u) : ~bits;
}

/// The key of a code.
void decode(uint code, out uint key) { key = code; }
void decode(uint code, out float key) {
    key = uintBitsToFloat((code >> 31u) == 1u ? (code & 0x7fffffffu) : ~code);
}

/// Whether one pair of code and index belongs before another: of equal keys, the one that came first.
bool before(uvec2 one, uvec2 other) {
    return one.x < other.x || (one.x == other.x && one.y < other.y);
}

/// The partner of element i in a bitonic network: its mirror image in the block in the first step, then the
/// element `stride` away. The lesser one always gets the lower place, so what lies behind the last element
/// need not be there.
int partner(int i, int block, int stride) {
    return 2 * stride == block ? (i ^ (block - 1)) : (i ^ stride);
}
