#version 430 core
// Right: each lane owns a word and puts its four bytes in one after another.
// run: buffer Packed=zero:32
layout(local_size_x = 32) in;
layout(std430) buffer Packed { uint words[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    for (uint k = 0u; k < 4u; k++) words[lane] |= (lane + k) << (8u * k);
}
