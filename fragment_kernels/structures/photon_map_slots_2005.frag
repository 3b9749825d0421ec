#version 110
// photon_map_slots_2005: empties one slot of every cell; the pass writes the slot's number into the stencil where it
// keeps a fragment.
//
// A cell is 4x4 texels, one slot each. A Radeon 9700 has no integers for the remainder, but a fraction.
uniform vec2 slot;                   // its column and row in the cell

void main() {
    if (floor(fract(gl_FragCoord.xy / 4.0) * 4.0) != slot) discard;
    gl_FragData[0] = vec4(0.0);      // on no surface
    gl_FragData[1] = vec4(0.0);
}
