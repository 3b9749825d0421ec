#version 110
// photon_map_came_2005: one more entry of a cell, of 255 that it counts.
//
// A Radeon 9700 blends no floats, but bytes: they add up, and stay at 255.
void main() {
    gl_FragColor = vec4(1.0 / 255.0);
}
