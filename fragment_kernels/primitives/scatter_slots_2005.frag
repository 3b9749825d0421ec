#version 110
// scatter_slots_2005: empties one slot of every cell; the pass writes the slot's number into the stencil
// where it keeps a fragment.
//
// A cell is 2x2 texels, one slot each. A Radeon 9700 has no integers for the remainder, but a fraction.
uniform vec2 slot;           // its column and row in the cell

void main() {
    vec2 inside = fract(gl_FragCoord.xy / 2.0) * 2.0;
    if (floor(inside) != slot) discard;
    gl_FragColor = vec4(-1.0);
}
