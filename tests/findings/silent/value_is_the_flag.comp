#version 430 core
// Right: one word is both value and flag and is touched by atomics only, so there is nothing to order.
// run: groups 4
// run: buffer Mail=zero:5
// run: buffer Result=zero:4
layout(local_size_x = 1) in;
layout(std430) buffer Mail { uint mail[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint group = gl_WorkGroupID.x;
    atomicExchange(mail[group + 1u], group * 10u + 1u);
    result[group] = atomicOr(mail[group], 0u) == 0u ? 0u : 1u;
}
