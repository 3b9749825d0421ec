#version 430 core
// Each lane stores into its image of two: the index is not the same for all lanes.
// run: image sheets[0]=zero:4x1
// run: image sheets[1]=zero:4x1
layout(local_size_x = 4) in;
layout(r32f) uniform image2D sheets[2];

void main() {
    int lane = int(gl_LocalInvocationID.x);
    imageStore(sheets[lane & 1], ivec2(lane, 0), vec4(lane + 1));
}
