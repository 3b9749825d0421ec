#version 430 core
// Adds up 64 numbers: each dispatch adds the upper half of what is left to the lower half.
// run: buffer Sums=index:64
// run: uniform apart=32
// run: then uniform apart=16
// run: then uniform apart=8
// run: then uniform apart=4
// run: then uniform apart=2
// run: then uniform apart=1
// run: expect sums[0]=[2016]
// run: groups 1
layout(local_size_x = 32) in;
uniform uint apart;
layout(std430) buffer Sums { uint sums[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < apart) sums[i] += sums[i + apart];
}
