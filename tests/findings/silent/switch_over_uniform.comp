#version 430 core
// Right: a switch over a uniform sends all lanes to the same barrier.
// run: uniform kind=2
// run: buffer Values=index:32
layout(local_size_x = 32) in;
uniform int kind;
layout(std430) buffer Values { uint values[]; };
shared uint block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = values[lane];
    switch (kind) {
        case 1: barrier(); values[lane] = block[lane ^ 1u]; break;
        case 2: barrier(); values[lane] = block[lane ^ 2u]; break;
        default: break;
    }
}
