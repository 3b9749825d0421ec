#version 430 core
// Right: a variable that is never set is never read either, and another is set in every iteration before its use.
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float unused, sum = 0.0;
    for (uint k = 0u; k < 4u; k++) {
        float term;
        if ((k & 1u) == 0u) term = 1.0; else term = float(lane);
        sum += term;
    }
    result[lane] = sum;
    if (lane > 100u) result[0] = unused;
}
