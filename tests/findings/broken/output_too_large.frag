#version 330 core
// Wrong: an output of 10^10 pixels.
// run: size 100000x100000
out vec4 colour;

void main() {
    colour = vec4(1.0);
}
