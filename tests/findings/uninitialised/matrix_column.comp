#version 430 core
// A matrix whose last column was never set multiplies a vector.
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    mat2 turn;
    turn[0] = vec2(1.0, float(lane));
    vec2 moved = turn * vec2(2.0, 3.0);
    result[lane] = moved.x + moved.y;
}
