#version 430 core
// Right: groups take tickets, so who waits always waits for one that runs; sum and flag go through atomics alone.
// run: groups 6
// run: buffer Values=random:96
// run: buffer State=zero:14
layout(local_size_x = 16) in;
layout(std430) buffer Values { uint values[]; };
layout(std430) coherent buffer State { uint tickets; uint padding; uint sums[6]; uint ready[6]; };
shared uint ticket, own, before;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) { ticket = atomicAdd(tickets, 1u); own = 0u; }
    barrier();
    uint i = ticket * 16u + lane;
    atomicAdd(own, values[i]);
    barrier();
    if (lane == 0u) {
        before = 0u;
        if (ticket > 0u) {
            while (atomicAdd(ready[ticket - 1u], 0u) == 0u) {}
            before = atomicAdd(sums[ticket - 1u], 0u);
        }
        atomicExchange(sums[ticket], before + own);
        memoryBarrierBuffer();
        atomicExchange(ready[ticket], 1u);
    }
    barrier();
    values[i] += before;
}
