#version 430 core
// A gamma curve on a value below zero: pow of a negative base.
// run: watch non-finite
// run: buffer Values=[0.5,-0.25,1.0,0.75]
layout(local_size_x = 4) in;
layout(std430) buffer Values { float values[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    values[lane] = pow(values[lane], 1.0 / 2.2);
}
