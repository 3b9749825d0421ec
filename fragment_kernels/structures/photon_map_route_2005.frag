#version 110
// photon_map_route_2005: the place and the power of one entry, in one slot of the cell that its point covers.
//
// The point asks for every slot of the cell. The stencil test lets it into one, the first that is free, and closes
// that one. No kernel reads the stencil, so what finds no slot is counted by blending.
varying vec4 place;
varying vec4 carried;                // the power, and 1 in the fourth channel: an entry is here

void main() {
    gl_FragData[0] = place;
    gl_FragData[1] = carried;
}
