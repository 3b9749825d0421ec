#version 330 core
// transform_points: one point of the source by a 4x4 matrix and a division by w, in the vertex unit; the point is drawn where its result belongs.
//
// The unit was built for this product. It hands its vertices to the rasteriser; drawn as points of one texel each, they end in a stream.
uniform mat4 matrix;
uniform int element_count;   // elements of the output; the library sets it
uniform int output_width;    // texels in a row of the output; the library sets it

in vec4 source;
flat out vec4 moved;

void main() {
    vec4 product = matrix * source;
    moved = vec4(product.xyz / product.w, 1.0);

    int rows = (element_count + output_width - 1) / output_width;
    ivec2 texel = ivec2(gl_VertexID % output_width, gl_VertexID / output_width);
    vec2 centre = (vec2(texel) + 0.5) / vec2(output_width, rows);
    gl_Position = vec4(centre * 2.0 - 1.0, 0.0, 1.0);
}
