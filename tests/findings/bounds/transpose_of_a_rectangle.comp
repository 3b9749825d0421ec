#version 430 core
// A transpose whose result has rows of 20 elements and is written as if they were 24 apart.
// run: groups 3,5
// run: buffer Source=random:240
// run: buffer Result=zero:240
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    float value = source[at.y * 12u + at.x];
    result[at.x * 24u + at.y] = value;
}
