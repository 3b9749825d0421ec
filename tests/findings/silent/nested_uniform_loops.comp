#version 430 core
// Right: the inner trip count depends on the outer counter and on nothing that differs between lanes.
// run: buffer Values=random:16
layout(local_size_x = 16) in;
layout(std430) buffer Values { int values[]; };
shared int block[16];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = values[lane];
    for (uint outer = 1u; outer < 5u; outer++) {
        for (uint inner = 0u; inner < outer; inner++) {
            barrier();
            int other = block[(lane + outer + inner) & 15u];
            barrier();
            block[lane] ^= other;
        }
    }
    values[lane] = block[lane];
}
