#version 110
#extension GL_ARB_texture_rectangle : enable
// listing_33_1: the element of a table at an index, by listing 33-1; the table is a rectangle texture, read by texels.
//
// Three instructions as printed: a product, a fraction, a product. The texture unit takes the floor of the row.
uniform sampler2DRect indices;
uniform sampler2DRect table;
uniform float conversion;    // 1 / width, which the host divides once
uniform float width;         // texels in a row of the table

vec2 address_2d(float address_1d) {
    float row = address_1d * conversion;
    return vec2(fract(row) * width, row);
}

void main() {
    float address_1d = texture2DRect(indices, gl_TexCoord[0].xy).r;
    gl_FragColor = texture2DRect(table, address_2d(address_1d));
}
