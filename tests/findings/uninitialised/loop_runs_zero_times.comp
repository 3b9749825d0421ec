#version 430 core
// The value is set in a loop that one lane does not enter.
// run: buffer Counts=[3,1,0,2]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Counts { uint counts[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint last;
    for (uint i = 0u; i < counts[lane]; i++) last = i * 10u;
    result[lane] = last;
}
