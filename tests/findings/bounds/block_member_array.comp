#version 430 core
// The index leaves the first array of a block: it would read the second one, which is no excuse.
// run: buffer Tables=index:16
// run: buffer Result=zero:12
layout(local_size_x = 12) in;
layout(std430) readonly buffer Tables { float sines[8]; float cosines[8]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = sines[lane] + cosines[lane & 7u];
}
