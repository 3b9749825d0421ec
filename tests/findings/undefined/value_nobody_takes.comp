#version 430 core
// The function ends without a value for one lane, and that lane does not use it.
// run: buffer Source=[70,5,30,90]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

int grade(int points) {
    if (points >= 10) return points / 10;
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    int points = source[lane];
    int graded = grade(points);
    result[lane] = points >= 10 ? graded : 0;
}
