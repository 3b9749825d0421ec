#version 430 core
// Right: a stable sort by one bit; each key goes to a place of its own, and the two phases are parted by barriers.
// run: buffer Keys=random:32
layout(local_size_x = 32) in;
layout(std430) buffer Keys { uint keys[]; };
shared uint from[32];
shared uint zeros[33];

void main() {
    uint lane = gl_LocalInvocationID.x;
    from[lane] = keys[lane];
    for (uint bit = 0u; bit < 4u; bit++) {
        uint key = from[lane], one = (key >> bit) & 1u;
        zeros[lane + 1u] = 1u - one;
        if (lane == 0u) zeros[0] = 0u;
        barrier();
        if (lane == 0u) { for (uint k = 1u; k <= 32u; k++) zeros[k] += zeros[k - 1u]; }
        barrier();
        uint place = one == 0u ? zeros[lane] : zeros[32] + lane - zeros[lane];
        from[place] = key;
        barrier();
    }
    keys[lane] = from[lane];
}
