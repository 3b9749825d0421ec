#version 430 core
// Right: roots of zero and arcs of one and minus one are defined.
// run: buffer Source=[0.0,1.0,-1.0,0.5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float value = source[lane];
    result[lane] = sqrt(abs(value) - abs(value)) + asin(value) + acos(value) + atan(value, 1.0) + acosh(1.0 + abs(value));
}
