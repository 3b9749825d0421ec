#version 110
// scatter_2005: the element that a point has brought to its place in the result.
//
// A point is one vertex, so what is interpolated over it is the same everywhere. A Radeon 9700 draws points
// in their order: of two at one place the later stays.
varying float value;

void main() {
    gl_FragColor = vec4(value);
}
