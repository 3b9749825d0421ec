#version 430 core
// There is a barrier, but before the stores instead of between stores and loads.
// run: buffer Source=random:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    float mine = source[lane];
    barrier();
    block[lane] = mine;
    result[lane] = mine - block[(lane + 31u) % 32u];
}
