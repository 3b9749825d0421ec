#version 110
// photon_map_route_2005: one entry, drawn as a point as large as its cell, 4x4 texels.
//
// Vertex units of 2002 have no textures, so place and power come as streams; but they calculate in 32 bits, and find
// the cell that the host finds. The grid's slices lie side by side. What is not of the map is drawn outside: a photon
// that was absorbed lies nowhere, and none stays on a mirror or on glass.
uniform float side;                  // cells along a side of the grid
uniform float columns;               // slices in a row
uniform vec2 output_texel;           // the library sets it

attribute vec4 position;             // in the fourth channel the surface
attribute vec4 power;
varying vec4 place;
varying vec4 carried;

void main() {
    vec3 cell = min(floor(position.xyz * side), vec3(side - 1.0));
    float row = floor((cell.z + 0.5) / columns);
    vec2 corner = cell.xy + (vec2(cell.z - (row * columns), row) * side);
    bool lies = position.w > 0.0 && position.w < 7.0;
    vec2 centre = lies ? (4.0 * corner) + 2.0 : vec2(-1e6);
    place = vec4(position.xyz, 1048576.0 * position.w);    // entries of other surfaces are far away
    carried = vec4(power.rgb, 1.0);
    gl_Position = vec4(((centre * output_texel) * 2.0) - 1.0, 0.0, 1.0);
    gl_PointSize = 4.0;
}
