#version 330 core
// One of each four fragments is discarded before the others compare themselves with it.
// run: size 8x8
out float result;

void main() {
    float height = gl_FragCoord.x * gl_FragCoord.x;
    if (int(gl_FragCoord.x) % 2 == 1 && int(gl_FragCoord.y) % 2 == 1) discard;
    result = dFdx(height);
}
