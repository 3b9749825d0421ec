// double_single_operation.glsl: one of four operations on pairs of floats; the host says which by OPERATION.
#include "double_single.glsl"

#ifndef OPERATION
#define OPERATION 0
#endif

vec2 computed(vec2 a, vec2 b) {
#if OPERATION == 0
    return add(a, b);
#elif OPERATION == 1
    return multiply(a, b);
#elif OPERATION == 2
    return divide(a, b);
#else
    return square_root(a);
#endif
}
