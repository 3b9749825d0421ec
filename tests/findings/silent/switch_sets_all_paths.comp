#version 430 core
// Right: declared without a value, but every way through the switch sets it, also by falling through.
// run: buffer Kinds=[0,1,2,3,1]
layout(local_size_x = 5) in;
layout(std430) buffer Kinds { uint kinds[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint factor;
    switch (kinds[lane]) {
        case 0u: factor = 1u; break;
        case 1u:
        case 2u: factor = 5u; break;
        default: factor = 9u;
    }
    kinds[lane] = factor * 2u;
}
