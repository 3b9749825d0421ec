// keeps.glsl: which elements are kept, in both eras. KEEP is a condition on `value`, an element of type TYPE;
// the host defines both.
// A kernel includes it before all else, so that a condition sees no name of the kernel: it can depend on the
// element alone.
//
// The condition sees a denormal (a float below 2^-126, but not 0) as zero: some machines take it for zero
// wherever they calculate, others never, and what is kept must not depend on the machine. The element itself
// is kept bit for bit.

#ifndef KEEP
#define TYPE float
#define FOUR vec4
#define SAMPLER sampler2D
#define KEEP value > 0.0
#endif

float flushed(float value) {
    uint bits = floatBitsToUint(value);
    return (bits & 0x7F800000u) == 0u ? uintBitsToFloat(bits & 0x80000000u) : value;   // zero keeps its sign
}
int flushed(int value) { return value; }
uint flushed(uint value) { return value; }

bool keeps(TYPE element) {
    TYPE value = flushed(element);
    return KEEP;
}
