#version 430 core
// Right: one lane of each pair exchanges both elements, and a barrier stands before each exchange.
// run: buffer Keys=random:64
layout(local_size_x = 64) in;
layout(std430) buffer Keys { uint keys[]; };
shared uint block[64];

void exchange(inout uint low, inout uint high, bool ascending) {
    uint first = ascending ? min(low, high) : max(low, high);
    high = low + high - first;
    low = first;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = keys[lane];
    for (uint run = 2u; run <= 64u; run *= 2u) {
        for (uint gap = run / 2u; gap > 0u; gap /= 2u) {
            barrier();
            uint partner = lane ^ gap;
            if (partner > lane) exchange(block[lane], block[partner], (lane & run) == 0u);
        }
    }
    barrier();
    keys[lane] = block[lane];
}
