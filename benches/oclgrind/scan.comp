#version 430 core
// scan: the inclusive prefix sum of each block of 256 floats, one work group a block. scan.cl is the same in OpenCL.
// run: groups 256
// run: buffer Source=index:65536
// run: buffer Result=zero:65536
layout(local_size_x = 256) in;

layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };

shared float block[2][256];

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint i = gl_GlobalInvocationID.x;

    float sum = source[i];
    uint side = 0u;
    for (uint stride = 1u; stride < 256u; stride *= 2u) {
        block[side][lane] = sum;
        barrier(); // every lane has written this side; the other is read no more
        if (lane >= stride) sum += block[side][lane - stride];
        side = 1u - side;
    }
    result[i] = sum;
}
