#version 430 core
// A difference to the right-hand neighbour, which the last element does not have.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    float here = source[i];
    float right = source[i + 1u];
    result[i] = right - here;
}
