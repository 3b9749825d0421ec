#version 330 core
// spmv_passes: three corners of a triangle that covers the viewport at the depth of this pass.
//
// Rows that are too short for the pass lie nearer, and the depth test rejects their fragments before they
// run.
uniform float depth;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    gl_Position = vec4(corner, depth * 2.0 - 1.0, 1.0);
}
