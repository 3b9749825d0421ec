#version 430 core
// Right: the barrier is in a function, which all lanes call twice, from two places.
// run: buffer Values=random:32
layout(local_size_x = 32) in;
layout(std430) buffer Values { int values[]; };
shared int block[32];

int rotated(int value, uint lane) {
    barrier();
    block[lane] = value;
    barrier();
    return block[(lane + 1u) & 31u];
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    int value = rotated(values[lane], lane);
    values[lane] = rotated(value + 1, lane);
}
