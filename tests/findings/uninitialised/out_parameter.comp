#version 430 core
// A function sets its out parameter only where there is a root.
// run: buffer Source=[4.0,-1.0,9.0,2.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void square_root(float value, out float root) {
    if (value >= 0.0) root = sqrt(value);
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    float root;
    square_root(source[lane], root); result[lane] = root;
}
