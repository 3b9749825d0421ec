#version 430 core
// Each body is pulled by all, itself too, and the distance to itself is zero.
// run: watch non-finite
// run: buffer Bodies=[1.0,5.0,2.0,8.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Bodies { float bodies[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float pull = 0.0;
    for (uint other = 0u; other < 4u; other++) {
        float away = bodies[other] - bodies[lane];
        float strength = 1.0 / (away * away);
        pull += min(strength, 1000.0);
    }
    result[lane] = pull;
}
