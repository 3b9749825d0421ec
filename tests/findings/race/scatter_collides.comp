#version 430 core
// A scatter through a table of targets that is no permutation: two lanes store into one element.
// run: buffer Targets=[3,1,0,2,7,5,5,6]
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Targets { uint targets[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[targets[lane]] = lane * lane;
}
