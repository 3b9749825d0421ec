#version 430 core
// Groups write 64 elements each but start only 60 apart: the last four of one are the first four of the next.
// run: groups 4
// run: buffer Result=zero:244
layout(local_size_x = 64) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[gl_WorkGroupID.x * 60u + lane] = lane;
}
