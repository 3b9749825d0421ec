#version 330 core
// transform_feedback: one point of the result, a point of the source by a 4x4 matrix and a division by w, in the
// vertex unit.
//
// There is no fragment kernel: what a vertex gives goes to a vertex stream, in order, and nothing is drawn.
uniform mat4 matrix;

in vec4 source;
out vec4 result;

void main() {
    vec4 moved = matrix * source;
    result = vec4(moved.xyz / moved.w, 1.0);
}
