#version 110
// distance_field_start_2005: a cell with a seed is nearest to itself; the others know of none, which is a seed far
// outside.
#include "rectangles_2005.glsl"

uniform sampler2D seeds;       // not 0 for a seed

void main() {
    bool known = texture2D(seeds, gl_TexCoord[0].xy).r != 0.0;
    gl_FragColor = known ? vec4(gl_FragCoord.xy - 0.5, 0.0, 0.0) : vec4(-16384.0);
}
