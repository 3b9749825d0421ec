#version 430 core
// Right: the branches differ, the barrier stands where they have met again.
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane % 3u == 0u) {
        for (uint k = 0u; k <= lane; k++) block[lane] = k * k;
    } else if (lane % 3u == 1u) {
        block[lane] = 7u;
    } else {
        block[lane] = lane;
    }
    barrier();
    result[lane] = block[(lane + 5u) & 63u];
}
