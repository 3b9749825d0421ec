#version 330 core
// select: the corners of a triangle over the whole depth buffer, at the depth of a guess.
uniform float depth;

void main() {
    gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, depth * 2.0 - 1.0, 1.0);
}
