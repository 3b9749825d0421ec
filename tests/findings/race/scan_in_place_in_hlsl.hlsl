// The reads of a step and the writes of the same step are not told apart.
// run: buffer source=random:64
StructuredBuffer<uint> source : register(t0);
RWStructuredBuffer<uint> result : register(u0);
groupshared uint block[64];

[numthreads(64, 1, 1)]
void main(uint3 lane : SV_GroupThreadID) {
    uint at = lane.x;
    block[at] = source[at];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 1; step < 64; step *= 2) {
        if (at >= step) {
            block[at] += block[at - step];
        }
        GroupMemoryBarrierWithGroupSync();
    }
    result[at] = block[at];
}
