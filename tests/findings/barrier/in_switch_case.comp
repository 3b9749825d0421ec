#version 430 core
// A barrier in one case of a switch over a value that differs from lane to lane.
// run: buffer Kinds=[0,1,2,1,0,1,1,2]
layout(local_size_x = 8) in;
layout(std430) buffer Kinds { uint kinds[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, value = 0u;
    switch (kinds[lane]) {
        case 0u: value = 10u; break;
        case 1u: value = 20u; barrier(); break;
        default: value = 30u; break;
    }
    kinds[lane] = value;
}
