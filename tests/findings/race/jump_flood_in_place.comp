#version 430 core
// Jump flooding in one image: within a round a lane reads a seed that another lane of the group replaces.
// run: image seeds=random:16x16
layout(local_size_x = 16, local_size_y = 16) in;
layout(r32ui) coherent uniform uimage2D seeds;

uint far(uint seed, ivec2 at) {
    ivec2 away = ivec2(seed % 16u, seed / 16u) - at;
    return uint(away.x * away.x + away.y * away.y);
}

void main() {
    ivec2 at = ivec2(gl_LocalInvocationID.xy);
    for (int step = 8; step > 0; step /= 2) {
        uint best = imageLoad(seeds, at).r;
        for (int side = -1; side <= 1; side += 2) {
            uint seed = imageLoad(seeds, ivec2((at.x + side * step) & 15, at.y)).r;
            if (far(seed, at) < far(best, at)) best = seed;
        }
        imageStore(seeds, at, uvec4(best));
        memoryBarrierImage();
        barrier();
    }
}
