#version 110
// photon_map_came_2005: one entry, drawn as a point of one texel, that of its cell.
uniform float side;                  // cells along a side of the grid
uniform float columns;               // slices in a row
uniform vec2 output_texel;           // the library sets it

attribute vec4 position;             // in the fourth channel the surface

void main() {
    vec3 cell = min(floor(position.xyz * side), vec3(side - 1.0));
    float row = floor((cell.z + 0.5) / columns);
    vec2 texel = cell.xy + (vec2(cell.z - (row * columns), row) * side) + 0.5;
    bool lies = position.w > 0.0 && position.w < 7.0;
    gl_Position = vec4(lies ? ((texel * output_texel) * 2.0) - 1.0 : vec2(-1e6), 0.0, 1.0);
    gl_PointSize = 1.0;
}
