#version 430 core
// Right: no barrier at all, and none is needed: each lane reads only what it wrote itself.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Result { uint result[]; };
shared uint scratch[64][3];

void main() {
    uint lane = gl_LocalInvocationID.x;
    scratch[lane][0] = source[lane];
    scratch[lane][1] = scratch[lane][0] * 3u;
    scratch[lane][2] = scratch[lane][1] ^ scratch[lane][0];
    result[lane] = scratch[lane][2];
    result[lane] += scratch[lane][1];
}
