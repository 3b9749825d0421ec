#version 430 core
// workgroups: one pixel of the picture of local and group ids, as the invocation was given them.
//
// Red and green grow with the invocation's place in its group, blue tells sixteen groups apart. The dispatch
// is of two dimensions.
layout(local_size_x = 16, local_size_y = 16) in;

uniform ivec4 output_shape;   // width and height of the output; the library sets it
layout(std430, binding = 0) writeonly buffer Result { uint result[]; };   // red in the lowest byte

void main() {
    // That is gl_WorkGroupID * gl_WorkGroupSize + gl_LocalInvocationID.
    uvec2 global = gl_GlobalInvocationID.xy;
    uvec2 group = gl_WorkGroupID.xy;
    uvec2 local = gl_LocalInvocationID.xy;
    uvec2 size = uvec2(output_shape.xy);
    if (any(greaterThanEqual(global, size))) return;  // the last groups of a row or column stick out

    uint tile = (group.x & 3u) + 4u * (group.y & 3u);
    vec4 colour = vec4(uvec4(17u * local, 17u * tile, 255u)) / 255.0;
    result[global.y * size.x + global.x] = packUnorm4x8(colour);
}
