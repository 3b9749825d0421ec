#version 430 core
// Right: only the lower lane of each pair works, so the pairs of a round are disjoint by parity.
// run: buffer Keys=[9,3,7,1,8,2,6,4,5,0,15,11,13,10,14,12]
layout(local_size_x = 16) in;
layout(std430) buffer Keys { int keys[]; };
shared int block[16];

void main() {
    int lane = int(gl_LocalInvocationID.x);
    block[lane] = keys[lane];
    for (int round = 0; round < 16; round++) {
        barrier();
        if (((lane + round) & 1) == 0 && lane < 15 && block[lane] > block[lane + 1]) {
            int swap = block[lane]; block[lane] = block[lane + 1]; block[lane + 1] = swap;
        }
    }
    barrier();
    keys[lane] = block[lane];
}
