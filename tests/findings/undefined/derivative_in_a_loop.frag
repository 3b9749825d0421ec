#version 330 core
// Neighbours turn a loop more or less often, and the last turns compare with a value that is over.
// run: size 8x8
out float result;

void main() {
    float sum = 0.0;
    for (int turn = 0; turn < int(gl_FragCoord.x); turn++) {
        sum += dFdx(sum + gl_FragCoord.x);
    }
    result = sum;
}
