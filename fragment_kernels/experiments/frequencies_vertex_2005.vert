#version 110
// frequencies_vertex_2005: one corner of a triangle over the whole target, with the places of five texels.
//
// Between the corners the rasteriser interpolates each place, for every fragment its own.
uniform vec2 across;             // to the next texel of a row, in texture coordinates
uniform vec2 up;                 // and to the next row
attribute vec2 corner;           // from -1 to 3

void main() {
    vec2 here = (0.5 * corner) + 0.5;
    gl_TexCoord[0] = vec4(here, 0.0, 1.0);
    gl_TexCoord[1] = vec4(here - across, 0.0, 1.0);
    gl_TexCoord[2] = vec4(here + across, 0.0, 1.0);
    gl_TexCoord[3] = vec4(here - up, 0.0, 1.0);
    gl_TexCoord[4] = vec4(here + up, 0.0, 1.0);
    gl_Position = vec4(corner, 0.0, 1.0);
}
