#version 430 core
// Wrong: a fragment kernel in a file of a compute kernel.
out vec4 colour;

void main() {
    colour = gl_FragCoord;
}
