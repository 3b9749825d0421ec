#version 330 core
// fit_radeon_9700: alpha * x + y, one element of the result.
uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;

layout(location = 0) out float result;

void main() {
    ivec2 here = ivec2(gl_FragCoord.xy);
    result = alpha * texelFetch(x, here, 0).r + texelFetch(y, here, 0).r;
}
