#version 110
// frequencies_vertex_2005: five texels weighed and added; their places come interpolated from three vertices.
uniform float centre;            // the weight of the fragment's own texel
uniform float beside;            // and of its four neighbours
uniform sampler2D source;

void main() {
    float neighbours = texture2D(source, gl_TexCoord[1].xy).r + texture2D(source, gl_TexCoord[2].xy).r;
    neighbours += texture2D(source, gl_TexCoord[3].xy).r + texture2D(source, gl_TexCoord[4].xy).r;
    gl_FragColor = vec4((centre * texture2D(source, gl_TexCoord[0].xy).r) + (beside * neighbours));
}
