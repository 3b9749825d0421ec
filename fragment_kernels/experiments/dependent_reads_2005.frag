#version 110
// dependent_reads_2005: where a chain of reads ends that begins at the fragment's own texel.
//
// Each texel holds the place of the next, as a texture coordinate. A Radeon 9700 has no loops: this one is
// unrolled.
// run: image table=random:64x64
#ifndef LEVELS
#define LEVELS 4
#endif

uniform sampler2D table;

void main() {
    vec2 place = gl_TexCoord[0].xy;
    for (int level = 0; level < LEVELS; level++) {
        place = texture2D(table, place).xy;
    }
    gl_FragColor = vec4(place, 0.0, 1.0);
}
