// reduce.glsl: the operation of a reduction, in both eras: OPERATION is MIN, MAX or SUM, and the host defines
// it.

#define MIN 0
#define MAX 1
#define SUM 2

#ifndef OPERATION
#define OPERATION SUM
#endif

// What changes nothing when it is combined, so that it can stand where an element is missing.
#if OPERATION == MIN
#define IDENTITY uintBitsToFloat(0x7f800000u)         // infinity
#elif OPERATION == MAX
#define IDENTITY uintBitsToFloat(0xff800000u)         // minus infinity
#else
#define IDENTITY 0.0
#endif

// Two values into one. GLSL leaves the minimum of a number and a NaN open, so it is said here: a NaN wins, as
// in a sum.
#if OPERATION == SUM
float combine(float a, float b) { return a + b; }
vec4  combine(vec4  a, vec4  b) { return a + b; }
#else
#if OPERATION == MIN
#define NEARER min
#else
#define NEARER max
#endif
float combine(float a, float b) { return isnan(a) ? a : isnan(b) ? b : NEARER(a, b); }
vec4  combine(vec4  a, vec4  b) { return mix(mix(NEARER(a, b), b, isnan(b)), a, isnan(a)); }
#endif

/// The four channels of a texel into one value.
float combine(vec4 channels) { return combine(combine(channels.x, channels.y), combine(channels.z, channels.w)); }
