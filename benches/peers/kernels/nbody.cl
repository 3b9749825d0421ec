// nbody: half a kick and a drift of bodies that pull each other, twice.

float3 pull_of(float4 body, float3 place, float softening) {
    float3 way = body.xyz - place;
    float inverse = rsqrt(max(dot(way, way) + softening, 1e-24f));
    return way * (body.w * inverse * inverse * inverse);
}

void leap(
    global const float4* position, global const float4* velocity, global float4* new_position,
    global float4* new_velocity, int i, float3 pull, float kick, float drift
) {
    float3 speed = velocity[i].xyz + kick * pull;
    new_velocity[i] = (float4)(speed, velocity[i].w);
    new_position[i] = position[i] + (float4)(drift * speed, 0.0f);
}

// The textbook's: a body for each lane, tiles in local memory.
kernel void tiles(
    global const float4* position, global const float4* velocity, global float4* new_position,
    global float4* new_velocity, int bodies, float softening, float kick, float drift
) {
    local float4 tile[256];
    int own = get_global_id(0), lane = get_local_id(0);
    float3 place = position[own].xyz, sum = 0.0f;
    for (int start = 0; start < bodies; start += 256) {
        tile[lane] = position[start + lane];
        barrier(CLK_LOCAL_MEM_FENCE);                 // the whole tile is written
        for (int other = 0; other < 256; other++) sum += pull_of(tile[other], place, softening);
        barrier(CLK_LOCAL_MEM_FENCE);                 // every lane has read it
    }
    leap(position, velocity, new_position, new_velocity, own, sum, kick, drift);
}

// Gristmill's for the lanes of a CPU, nbody_images.comp: four bodies for each lane, no tile.
kernel void fours(
    global const float4* position, global const float4* velocity, global float4* new_position,
    global float4* new_velocity, int bodies, float softening, float kick, float drift
) {
    int own = 256 * get_group_id(0) + get_local_id(0);
    float3 place[4], sum[4];
    for (int k = 0; k < 4; k++) {
        place[k] = position[own + 64 * k].xyz;
        sum[k] = 0.0f;
    }
    for (int other = 0; other < bodies; other++) {
        float4 one = position[other];
        for (int k = 0; k < 4; k++) sum[k] += pull_of(one, place[k], softening);
    }
    for (int k = 0; k < 4; k++) {
        leap(position, velocity, new_position, new_velocity, own + 64 * k, sum[k], kick, drift);
    }
}
