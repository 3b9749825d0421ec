#version 430 core
// A maximum is kept with image atomics, but one lane clears the cell with a plain store in the same interval.
// run: image peak=zero:1x1
// run: buffer Source=index:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(r32ui) uniform uimage2D peak;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) imageStore(peak, ivec2(0), uvec4(0u));
    imageAtomicMax(peak, ivec2(0), source[lane]);
}
