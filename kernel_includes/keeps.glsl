// keeps.glsl: which elements are kept, in both eras. KEEP is a condition on `value`, an element of type TYPE;
// the host defines both.
// A kernel includes it before all else, so that a condition sees no name of the kernel: it can depend on the
// element alone.

#ifndef KEEP
#define TYPE float
#define FOUR vec4
#define SAMPLER sampler2D
#define KEEP value > 0.0
#endif

bool keeps(TYPE value) { return KEEP; }
