#version 110
// listing_33_2: the element of a table at an index, by listing 33-2; an ordinary texture, read from 0 to 1.
//
// Two instructions as printed, a product of two components and a fraction; one where the texture repeats.
uniform sampler2D indices;
uniform sampler2D table;
uniform vec2 conversion;    // 1 / width and 1 / (width * height), which the host divides once

vec2 address_2d(float address_1d) {
    vec2 address = address_1d * conversion;
    return vec2(fract(address.x), address.y);
}

void main() {
    float address_1d = texture2D(indices, gl_TexCoord[0].xy).r;
    gl_FragColor = texture2D(table, address_2d(address_1d));
}
