#version 430 core
// A component of a vec3 is taken by an index of the data, and 3 is not one.
// run: buffer Axis=[0,1,2,3]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Axis { uint axis[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    vec3 direction = vec3(1.0, 2.0, 3.0) * float(lane + 1u);
    result[lane] = direction[axis[lane]];
}
