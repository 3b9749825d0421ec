#version 110
// fit_radeon_9700: alpha * x + y, one element of the result.
// refused: wrong
uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;

void main() {
    vec2 here = gl_TexCoord[0].xy;
    gl_FragColor = texture2D(x, here) + alpha * texture2D(y, here);
}
