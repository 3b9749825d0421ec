#version 430 core
// reduce_mipmap: one texel of a mipmap level, the mean of what it covers on the level below.
#include "mipmap.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

uniform ivec4 output_shape;          // columns and rows of the level; the library sets it
writeonly uniform image2D result;

void main() {
    ivec2 texel = ivec2(gl_GlobalInvocationID.xy);
    if (all(lessThan(texel, output_shape.xy))) imageStore(result, texel, mean(texel));
}
