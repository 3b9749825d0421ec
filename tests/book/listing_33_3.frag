#version 110
// listing_33_3: the cell of a volume at a position, by listing 33-3; the volume lies in a texture, line after line.
//
// A dot product makes one index of three, and listing 33-2 makes two of it.
uniform sampler2D positions;
uniform sampler2D volume;
uniform vec3 strides;       // 1, width, width * height of the volume
uniform vec2 conversion;    // as in listing 33-2, of the texture

vec2 address_2d(float address_1d) {
    vec2 address = address_1d * conversion;
    return vec2(fract(address.x), address.y);
}

void main() {
    vec3 address_3d = texture2D(positions, gl_TexCoord[0].xy).rgb;
    gl_FragColor = texture2D(volume, address_2d(dot(address_3d, strides)));
}
