#version 430 core
// A switch sets the factor for three kinds, and the data has a fourth.
// run: buffer Kinds=[0,1,2,3,1]
// run: buffer Result=zero:5
layout(local_size_x = 5) in;
layout(std430) readonly buffer Kinds { uint kinds[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float factor;
    switch (kinds[lane]) {
        case 0u: factor = 1.0; break;
        case 1u: factor = 2.5; break;
        case 2u: factor = 7.0; break;
    }
    result[lane] = factor * 2.0;
}
