#version 110
// scatter_route_2005: the texel of an element in one slot of the cell that its point covers.
//
// The point asks for every slot of the cell. The stencil test lets it into one, the first that is free, and
// closes that one. A Radeon 9700 has no other memory that a pass both reads and writes.
varying vec2 element;

void main() {
    gl_FragColor = vec4(element, 0.0, 0.0);
}
