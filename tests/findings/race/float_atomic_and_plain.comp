#version 450 core
// A sum of floats, by atomics of all but one lane.
// run: buffer Sums=zero:1
#extension GL_EXT_shader_atomic_float : require
layout(local_size_x = 64) in;
layout(std430) buffer Sums { float sum; };

void main() {
    if (gl_LocalInvocationIndex == 0u) sum = 1.0;
    else atomicAdd(sum, 1.0);
}
