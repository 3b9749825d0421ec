#version 430 core
// Right: the trip count comes from a uniform, so all lanes reach each barrier.
// run: uniform rounds=5
// run: buffer Values=random:32
layout(local_size_x = 32) in;
uniform int rounds;
layout(std430) buffer Values { float values[]; };
shared float block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    float value = values[lane];
    for (int round = 0; round < rounds; round++) {
        block[lane] = value;
        barrier();
        value = 0.5 * (block[lane] + block[(lane + 1u) & 31u]);
        barrier();
    }
    values[lane] = value;
}
