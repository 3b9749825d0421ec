#version 330 core
// Right: the slope is taken by all fragments, and used by some; a branch that all take is none.
// run: size 9x7
// run: uniform level=1
uniform int level;
out float result;

void main() {
    float height = gl_FragCoord.x * gl_FragCoord.x;
    float slope = 0.0;
    if (level > 0) slope = dFdx(height) + fwidth(height);
    if (int(gl_FragCoord.x) % 2 == 1 && int(gl_FragCoord.y) % 2 == 1) discard;
    result = int(gl_FragCoord.x) % 2 == 0 ? slope : 0.0;
}
