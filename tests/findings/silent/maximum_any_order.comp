#version 430 core
// Right: maximum, or and exclusive-or of integers do not depend on the order of groups or warps.
// run: groups 4
// run: schedules 16
// run: buffer Source=random:256
// run: buffer Result=zero:3
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Result { uint largest; uint any_bit; uint parity; };

void main() {
    uint value = source[gl_GlobalInvocationID.x];
    atomicMax(largest, value);
    atomicOr(any_bit, value);
    atomicXor(parity, value);
}
