// reduce_atomic.glsl: atomic_combine(cell, value) for floats, which core GLSL lacks: its atomics are of whole
// numbers.
//
// A cell holds the code of a float. For MIN and MAX the codes of two floats compare as the floats do; for SUM
// the code is the float's bits.

uint encode(float value) {
    uint bits = floatBitsToUint(value);
#if OPERATION == SUM
    return bits;
#else
    // A NaN becomes the code that beats all others.
    if (isnan(value)) return OPERATION == MIN ? 0u : 0xffffffffu;
    // The bits of positive floats ascend; the sign bit lifts them over the negative ones, whose bits descend
    // and are turned round.
    return (bits >> 31u) == 0u ? (bits | 0x80000000u) : ~bits;
#endif
}

float decode(uint code) {
#if OPERATION == SUM
    return uintBitsToFloat(code);
#else
    return uintBitsToFloat((code >> 31u) == 1u ? (code & 0x7fffffffu) : ~code);
#endif
}

// A macro, not a function: a buffer's member or a shared variable cannot be passed on as one.
#if OPERATION == MIN
#define atomic_combine(cell, value) atomicMin(cell, encode(value))
#elif OPERATION == MAX
#define atomic_combine(cell, value) atomicMax(cell, encode(value))
#else
// Store the new sum only if nobody stored since the old one was seen; else try again with what was found.
// This is no lock: whenever one invocation fails, another has succeeded, so the loop ends even where
// invocations in lockstep compete.
#define atomic_combine(cell, value)                                                          \
    for (uint seen = 0u, found; ; seen = found) {                                            \
        found = atomicCompSwap(cell, seen, floatBitsToUint(uintBitsToFloat(seen) + (value)));  \
        if (found == seen) break;                                                            \
    }
#endif
