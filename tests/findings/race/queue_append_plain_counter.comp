#version 430 core
// Lanes take their place in a queue from a plain counter, so several take the same place.
// run: buffer Result=zero:33
layout(local_size_x = 32) in;
layout(std430) buffer Result { uint total; uint result[]; };
shared uint count;
shared uint queue[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    queue[lane] = 0u;
    if (lane == 0u) count = 0u;
    barrier();
    uint place = count++;
    queue[place & 31u] = lane;
    barrier();
    result[lane] = queue[lane];
    if (lane == 0u) total = count;
}
