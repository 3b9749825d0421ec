#version 430 core
// Right: the variables have no values before the call; the function sets each out parameter on each path.
// run: buffer Source=[4.0,-1.0,9.0,2.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void square_root(float value, out float root, out bool real) {
    real = value >= 0.0;
    if (!real) { root = 0.0; return; }
    root = sqrt(value);
}

void main() {
    uint lane = gl_LocalInvocationID.x;
    float root;
    bool real;
    square_root(source[lane], root, real);
    result[lane] = real ? root : -1.0;
}
