#version 430 core
// Each column of fragments exchanges one texel, where the last to come stays.
// run: size 8x8
// run: schedules 6
// run: image last=zero:8x1
layout(r32ui) coherent uniform uimage2D last;
out vec4 colour;

void main() {
    imageAtomicExchange(last, ivec2(int(gl_FragCoord.x), 0), uint(gl_FragCoord.y) + 1u);
    colour = vec4(1.0);
}
