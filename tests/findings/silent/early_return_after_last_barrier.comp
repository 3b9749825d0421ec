#version 430 core
// Right: lanes return early, but no barrier comes after that.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint block[64];

void main() {
    uint lane = gl_LocalInvocationID.x, sum = 0u;
    block[lane] = source[lane];
    barrier();
    if (lane != 0u) return;
    for (uint k = 0u; k < 64u; k++) sum += block[k];
    result[0] = sum;
}
