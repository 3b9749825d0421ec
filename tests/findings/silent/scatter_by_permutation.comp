#version 430 core
// Right: targets come from the data, but they are a permutation: each element has one writer.
// run: buffer Targets=[3,1,0,2,7,5,4,6]
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Targets { uint targets[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[targets[lane]] = lane * lane;
}
