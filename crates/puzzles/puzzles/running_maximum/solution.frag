#version 330 core
// running_maximum: one pass of the running maximum.
#include "stream.glsl"

uniform int stride;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    float most = here(source).r;
    if (i >= stride) most = max(most, fetch(source, i - stride).r);
    result = most;
}
