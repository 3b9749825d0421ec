#version 430 core
// A histogram in a buffer counted with a plain increment by the lanes of one group.
// run: buffer Source=[3,1,3,0,2,2,3,1,0,0,0,1,3,2,1,3]
// run: buffer Bins=zero:4
layout(local_size_x = 16) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Bins { uint bins[]; };

void main() {
    bins[source[gl_LocalInvocationID.x] & 3u]++;
}
