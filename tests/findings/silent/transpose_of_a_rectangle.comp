#version 430 core
// Right: a 12 by 20 rectangle becomes 20 by 12, each side with its own row length.
// run: groups 3,5
// run: buffer Source=random:240
// run: buffer Result=zero:240
layout(local_size_x = 4, local_size_y = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uvec2 at = gl_GlobalInvocationID.xy;
    result[at.x * 20u + at.y] = source[at.y * 12u + at.x];
}
