#version 110
// split_2005: the height of a landscape: octaves of noise, each between four numbers of a table.
//
// For no card in one pass but with few octaves: each takes about twenty operations and four reads.
// run: image table=random:64x64

#ifndef OCTAVES
#define OCTAVES 10
#endif

uniform sampler2D table;                              // 64 x 64 numbers from 0 to 1

float at(vec2 corner) {
    return texture2D(table, fract((corner + 0.5) * (1.0 / 64.0))).r;
}

float noise(vec2 place) {
    vec2 corner = floor(place);
    vec2 part = place - corner;
    vec2 weight = part * part * (3.0 - (2.0 * part));
    float below = mix(at(corner), at(corner + vec2(1.0, 0.0)), weight.x);
    float above = mix(at(corner + vec2(0.0, 1.0)), at(corner + vec2(1.0)), weight.x);
    return mix(below, above, weight.y);
}

void main() {
    vec2 place = gl_TexCoord[0].xy * 4.0;
    float height = 0.0;
    float size = 0.5;
    for (int octave = 0; octave < OCTAVES; octave++) {
        height += size * noise(place);
        place = (place * 2.0) + vec2(17.0, 5.0);
        size *= 0.5;
    }
    gl_FragColor = vec4(height);
}
