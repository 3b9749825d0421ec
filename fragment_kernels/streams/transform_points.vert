#version 330 core
// transform_points: one point of the source by a 4x4 matrix and a division by w, in the vertex unit; the
// point is drawn where its result belongs.
//
// The unit was built for this product. It hands its vertices to the rasteriser; drawn as points of one texel
// each, they end in a stream.
#include "points.glsl"

uniform mat4 matrix;

in vec4 source;
flat out vec4 moved;

void main() {
    vec4 product = matrix * source;
    moved = vec4(product.xyz / product.w, 1.0);
    gl_Position = point_of(uint(gl_VertexID));
    gl_PointSize = 1.0;
}
