#version 110
// odd_in_2004: 1 where a number is odd.
// refused: wrong
uniform sampler2D source;

void main() {
    float number = texture2D(source, gl_TexCoord[0].xy).x;
    gl_FragColor = vec4(fract(number / 2.0));
}
