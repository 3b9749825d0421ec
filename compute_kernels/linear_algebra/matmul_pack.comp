#version 430 core
// matmul_pack: four neighbours of a row of a panel of a matrix into one texel, with zeros where the panel has
// ended.
//
// As matmul_pack.frag, from a buffer to a texture, and of a panel: a matrix may be larger than a texture.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform ivec2 corner;                 // the panel in the matrix: from this column and row
uniform ivec2 end;                    // to before these
uniform ivec4 source_shape;           // columns and rows of the matrix; the library sets them
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(rgba32f, binding = 0) writeonly uniform image2D result;

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 texel = place(i, imageSize(result).x);
    ivec2 at = corner + ivec2(4, 1) * texel;
    vec4 four = vec4(0.0);
    for (int lane = 0; lane < 4; ++lane) {
        ivec2 from = at + ivec2(lane, 0);
        if (from.x < end.x && from.y < end.y) four[lane] = source[from.y * source_shape.x + from.x];
    }
    imageStore(result, texel, four);
}
