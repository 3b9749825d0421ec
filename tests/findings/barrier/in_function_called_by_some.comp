#version 430 core
// The barrier is out of sight in a function, and only some lanes call the function.
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint block[32];

uint settle(uint lane) {
    block[lane] = lane * lane;
    barrier();
    return block[lane] + 1u;
}

void main() {
    uint lane = gl_LocalInvocationID.x, value = 7u;
    if (lane % 3u != 0u) value = settle(lane);
    result[lane] = value;
}
