#version 430 core
// A transpose that gives the rows of the result the length of the source's rows.
// run: groups 3,5
// run: buffer Source=random:240
// run: buffer Result=zero:240
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    float value = source[at.y * 12u + at.x];
    if (at.y < 12u) result[at.x * 12u + at.y] = value;
    else result[at.x * 12u + at.y + 132u] = value;
}
