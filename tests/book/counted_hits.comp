#version 430 core
// counted_hits: how many of 64 numbers are even, told to every invocation of the group.
// run: buffer Source=index:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;

layout(binding = 0, offset = 0) uniform atomic_uint hits;
layout(std430) readonly  buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint me = gl_LocalInvocationID.x;
    if ((source[me] & 1u) == 0u) atomicCounterIncrement(hits);
    memoryBarrierAtomicCounter();
    barrier();                                        // everyone has counted
    result[me] = atomicCounter(hits);
}
