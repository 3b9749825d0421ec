#version 110
// photon_map_cells_2005: the cell of one entry, and the entry's number; a cell beyond all others for one that is not
// of the map.
//
// A photon that was absorbed lies nowhere, and none stays on a mirror or on glass. Both numbers are whole: floats of
// 32 bits hold them up to 2^24.
#include "rectangles_2005.glsl"

uniform float side;                  // cells along a side of the grid
uniform float first;                 // entries before this one are left out: light that came straight
uniform float nowhere;               // the number of cells
uniform vec2 position_size;
uniform sampler2D position;

void main() {
    vec2 here = gl_FragCoord.xy - 0.5;
    float number = (here.y * position_size.x) + here.x;
    vec4 place = texture2D(position, gl_TexCoord[0].xy);
    vec3 cell = min(floor(place.xyz * side), vec3(side - 1.0));
    bool lies = place.w > 0.0 && place.w < 7.0 && number >= first;
    gl_FragData[0] = vec4(lies ? (((cell.z * side) + cell.y) * side) + cell.x : nowhere);
    gl_FragData[1] = vec4(number);
}
