#version 430 core
// Two neighbouring lanes exchange values through shared memory without a barrier between store and load.
// run: buffer Values=index:32
layout(local_size_x = 32) in;
layout(std430) buffer Values { uint values[]; };
shared uint block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = values[lane];
    values[lane] = block[lane ^ 1u];
}
