#version 430 core
// The grade of a number below 10 is forgotten: the function ends there without a value.
// run: buffer Source=[70,5,30,90]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

int grade(int points) {
    if (points >= 50) return 1;
    if (points >= 10) return 2;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = grade(source[lane]);
}
