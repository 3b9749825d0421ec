#version 430 core
// The guard lets the lane at the end through: <= where < was meant.
// run: groups 2
// run: uniform count=40
// run: buffer Source=random:40
// run: buffer Result=zero:64
layout(local_size_x = 32) in;
uniform uint count;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i <= count) {
        float value = source[i];
        result[i] = value * value;
    }
}
