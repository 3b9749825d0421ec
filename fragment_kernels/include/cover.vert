#version 330 core
// cover: three corners of a triangle that covers the viewport, so that drawing it runs the fragment kernel
// once a texel.
//
// No vertex stream is needed: the corners (-1, -1), (3, -1), (-1, 3) follow from gl_VertexID.
void main() {
    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0);
}
