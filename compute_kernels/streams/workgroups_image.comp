#version 430 core
// workgroups_image: one pixel of the picture of local and group ids, stored into an image.
//
// The place in an image is a pair, so the sum of row and column of workgroups.comp is left to the hardware.
layout(local_size_x = 16, local_size_y = 16) in;

uniform ivec4 output_shape;   // width and height of the output; the library sets it
layout(rgba8, binding = 0) writeonly uniform image2D result;

void main() {
    uvec2 global = gl_GlobalInvocationID.xy;
    uvec2 group = gl_WorkGroupID.xy;
    uvec2 local = gl_LocalInvocationID.xy;
    if (any(greaterThanEqual(global, uvec2(output_shape.xy)))) return;

    uint tile = (group.x & 3u) + 4u * (group.y & 3u);
    imageStore(result, ivec2(global), vec4(uvec4(17u * local, 17u * tile, 255u)) / 255.0);
}
