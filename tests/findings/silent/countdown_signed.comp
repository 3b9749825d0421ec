#version 430 core
// Right: a signed counter goes below zero and ends the loop; while (true) ends by break.
// run: steps 100000
// run: buffer Source=random:16
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint sum = 0u, rounds = 0u;
    for (int i = 15; i >= 0; i--) sum += source[i];
    while (true) {
        if (sum == 0u || ++rounds > 40u) break;
        sum >>= 1;
    }
    result[0] = sum;
}
