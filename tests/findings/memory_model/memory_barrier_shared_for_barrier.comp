#version 430 core
// memoryBarrierShared() orders a lane's own stores; it does not wait for the other lanes.
// run: buffer Values=random:32
layout(local_size_x = 32) in;
layout(std430) buffer Values { float values[]; };
shared float block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = values[lane];
    memoryBarrierShared();
    values[lane] = block[31u - lane];
}
