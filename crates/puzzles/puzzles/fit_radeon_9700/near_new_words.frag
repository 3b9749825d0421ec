#version 130
// fit_radeon_9700: alpha * x + y, one element of the result.
// refused: card
uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    gl_FragColor = alpha * texelFetch(x, here, 0) + texelFetch(y, here, 0);
}
