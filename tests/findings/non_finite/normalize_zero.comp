#version 430 core
// The direction to itself has no length: normalize(0) divides by zero.
// run: watch non-finite
// run: buffer Points=[0.0,0.0,3.0,4.0,1.0,2.0,5.0,6.0]
// run: buffer Result=zero:8
layout(local_size_x = 4) in;
layout(std430) readonly buffer Points { vec2 points[]; };
layout(std430) writeonly buffer Result { vec2 result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    vec2 away = points[lane] - points[2];
    result[lane] = normalize(away);
}
