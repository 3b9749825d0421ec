#version 430 core
// The cosine of an angle came out as a little more than 1, and acos has no answer.
// run: watch non-finite
// run: buffer Cosines=[0.0,1.0,1.001,-0.5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Cosines { float cosines[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = acos(cosines[lane]);
}
