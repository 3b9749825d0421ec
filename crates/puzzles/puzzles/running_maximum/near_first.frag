#version 330 core
// running_maximum: one pass of the running maximum.
// refused: wrong
#include "stream.glsl"

uniform int stride;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    float most = here(source).r;
    most = max(most, fetch(source, i >= stride ? i - stride : i + 1 < element_count ? i + 1 : i).r);
    result = most;
}
