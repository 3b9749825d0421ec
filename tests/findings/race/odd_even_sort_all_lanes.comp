#version 430 core
// An odd-even sort where both lanes of a pair write both elements, so two lanes meet in each word.
// run: buffer Keys=[9,3,7,1,8,2,6,4,5,0,15,11,13,10,14,12]
layout(local_size_x = 16) in;
layout(std430) buffer Keys { int keys[]; };
shared int block[16];

void main() {
    int lane = int(gl_LocalInvocationID.x);
    block[lane] = keys[lane];
    for (int round = 0; round < 16; round++) {
        barrier();
        int low = lane - ((lane + round) & 1), high = low + 1;
        if (low >= 0 && high < 16 && block[low] > block[high]) {
            int swap = block[low]; block[low] = block[high]; block[high] = swap;
        }
    }
    barrier();
    keys[lane] = block[lane];
}
