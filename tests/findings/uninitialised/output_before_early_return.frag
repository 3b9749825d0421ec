#version 330 core
// The left half returns before anything is written.
// run: size 16x16
out float result;

void main() {
    if (gl_FragCoord.x < 8.0) return;
    result = gl_FragCoord.y;
}
