#version 430 core
// Right: the exchange goes through shared memory with a barrier between store and load.
// run: buffer Values=index:64
layout(local_size_x = 64) in;
layout(std430) buffer Values { uint values[]; };
shared uint block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = values[lane];
    barrier();
    values[lane] = block[lane ^ 1u];
}
