#version 430 core
// Right: each round reads one coherent image and writes the other, with memory barrier and barrier between.
// run: image even=random:8x8
// run: image odd=zero:8x8
layout(local_size_x = 8, local_size_y = 8) in;
layout(r32ui) coherent uniform uimage2D even;
layout(r32ui) coherent uniform uimage2D odd;

uint nearer(uint seed, uint best, ivec2 at) {
    ivec2 a = ivec2(seed & 7u, (seed >> 3) & 7u) - at, b = ivec2(best & 7u, (best >> 3) & 7u) - at;
    return a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y ? seed : best;
}

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    uint best = imageLoad(even, at).r;
    for (int round = 0; round < 3; round++) {
        int step = 4 >> round;
        for (int k = 0; k < 9; k++) {
            ivec2 other = (at + step * ivec2(k % 3 - 1, k / 3 - 1)) & 7;
            best = nearer((round & 1) == 0 ? imageLoad(even, other).r : imageLoad(odd, other).r, best, at);
        }
        if ((round & 1) == 0) imageStore(odd, at, uvec4(best)); else imageStore(even, at, uvec4(best));
        memoryBarrierImage();
        barrier();
    }
}
