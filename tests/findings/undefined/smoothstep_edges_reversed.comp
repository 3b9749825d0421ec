#version 430 core
// A curve that falls, made by giving the higher edge first.
// run: buffer Source=[0.1,0.5,0.9,0.3]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = smoothstep(1.0, 0.0, source[lane]);
}
