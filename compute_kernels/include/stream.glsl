// stream.glsl: the stream model of the compute era in a few functions.
//
// An invocation computes one element, or as many as its kernel says.
#include "gather.glsl"

uniform int element_count;   // elements of the output; the library sets it

// Macros, not functions: GLSL lets gl_WorkGroupSize be named only after the kernel has declared its local
// size.

/// The number of this work group; where a dispatch has more groups than fit along x, the library adds rows
/// along y.
#define group() (gl_WorkGroupID.x + gl_NumWorkGroups.x * gl_WorkGroupID.y)

/// The index of the element that this invocation computes. Those behind the last element have indices from
/// element_count on.
#define element() int(group() * gl_WorkGroupSize.x + gl_LocalInvocationID.x)
