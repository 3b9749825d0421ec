#version 430 core
// Right: memoryBarrier() covers every kind of memory, here a buffer and an image at once.
// run: buffer Stage=zero:32
// run: image mirror=zero:32x1
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(r32ui) coherent uniform uimage2D mirror;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    int lane = int(gl_LocalInvocationID.x);
    stage[lane] = uint(lane);
    imageStore(mirror, ivec2(lane, 0), uvec4(lane * 2));
    memoryBarrier();
    barrier();
    result[lane] = stage[31 - lane] + imageLoad(mirror, ivec2(lane ^ 1, 0)).r;
}
