#version 430 core
// Right: four lanes put their bytes into one word, each by atomicOr.
// run: buffer Packed=zero:8
layout(local_size_x = 32) in;
layout(std430) buffer Packed { uint words[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    atomicOr(words[lane / 4u], (lane + 1u) << (8u * (lane & 3u)));
}
