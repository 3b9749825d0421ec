#version 430 core
// Right: 32 lanes fill 128 shared words in strides; the words that a lane reads were set by others.
// run: buffer Source=random:128
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint block[128];

void main() {
    uint lane = gl_LocalInvocationID.x;
    for (uint i = lane; i < 128u; i += 32u) block[i] = source[i];
    barrier();
    result[lane] = block[4u * lane] + block[4u * lane + 1u] + block[4u * lane + 2u] + block[4u * lane + 3u];
}
