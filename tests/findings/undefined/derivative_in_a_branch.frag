#version 330 core
// The slope is taken by every second column alone, whose neighbours never have the value.
// run: size 8x8
out float result;

void main() {
    float height = gl_FragCoord.x * gl_FragCoord.x;
    result = 0.0;
    if (int(gl_FragCoord.x) % 2 == 0) {
        height += 1.0;
        result = dFdx(height);
    }
}
