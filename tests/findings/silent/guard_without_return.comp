#version 430 core
// Right: lanes beyond the end bring a zero instead of returning, so the last group is full at the barrier.
// run: groups 2
// run: uniform count=50
// run: buffer Source=random:50
// run: buffer Result=zero:2
layout(local_size_x = 32) in;
uniform uint count;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint block[32];

void main() {
    uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.x;
    block[lane] = i < count ? source[i] : 0u;
    for (uint rest = 16u; rest > 0u; rest /= 2u) {
        barrier();
        if (lane < rest) block[lane] += block[lane + rest];
    }
    if (lane == 0u) result[gl_WorkGroupID.x] = block[0];
}
