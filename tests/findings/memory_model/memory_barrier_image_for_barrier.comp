#version 430 core
// A row is mirrored through an image with memoryBarrierImage() and no barrier().
// run: image stage=zero:32x1
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(r32ui) coherent uniform uimage2D stage;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    int lane = int(gl_LocalInvocationID.x);
    imageStore(stage, ivec2(lane, 0), uvec4(lane + 1));
    memoryBarrierImage();
    result[lane] = imageLoad(stage, ivec2(31 - lane, 0)).r;
}
