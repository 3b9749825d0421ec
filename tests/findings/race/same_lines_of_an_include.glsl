// Exchanges numbers through shared memory without a barrier between lines 11 and 12.

shared uint block[64];

// The word of the lane that is as far from the end as this one is from the start.
//
// Its two faulty lines have the numbers of the two faulty lines of the kernel.
uint mirrored(uint lane) {
    uint doubled = lane * 2u;

    block[lane] = doubled;
    return block[63u - lane];
}
