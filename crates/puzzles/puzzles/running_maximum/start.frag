#version 330 core
// running_maximum: one pass of the running maximum.
#include "stream.glsl"

uniform int stride;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    float most = here(source).r;
    most = max(most, i >= stride ? fetch(source, i - stride).r : 0.0);
    result = most;
}
