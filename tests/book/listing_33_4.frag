#version 110
// listing_33_4: the cell of a volume at a position, by listing 33-4 mended; its slices stand side by side in a texture.
//
// As printed the last line names addr3D, which nobody declares, and takes the slice's size from the address (errata 8, 9).
// The half is ours: a texel is read at its middle.
uniform sampler2D positions;
uniform sampler2D volume;
uniform vec3 shape;            // of the volume
uniform vec2 volume_texel;     // a texel of its texture, in coordinates
uniform float slices_per_row;

void main() {
    vec3 address_3d = texture2D(positions, gl_TexCoord[0].xy).rgb;
    float row = floor((address_3d.z + 0.5) / slices_per_row);
    vec2 slice = vec2(address_3d.z - (row * slices_per_row), row);
    vec2 texel = address_3d.xy + (shape.xy * slice);
    gl_FragColor = texture2D(volume, (texel + 0.5) * volume_texel);
}
