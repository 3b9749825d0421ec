#version 110
// paranoia_2005: two numbers as a point of one texel; the host says where, so that nothing is calculated here.
attribute vec2 place;
attribute vec4 numbers;      // x, y, 0 and nothing
varying vec3 operands;

void main() {
    operands = numbers.xyz;
    gl_Position = vec4(place, 0.0, 1.0);
    gl_PointSize = 1.0;
}
