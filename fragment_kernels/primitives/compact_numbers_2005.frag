#version 110
// compact_numbers_2005: the number of one place of the result, from 1: what the search looks for among the
// sums.
//
// The half of a texel's centre is added to the column first: with it a Radeon 9700 would have a bit less to
// count in.
uniform float output_width;

void main() {
    gl_FragColor = vec4((gl_FragCoord.x + 0.5) + ((gl_FragCoord.y - 0.5) * output_width));
}
