#version 330 core
// pointer_chase: what a pointer points to.
// refused: bounds
#include "stream.glsl"

uniform usampler2D pointers;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    uint pointer = here(pointers).r;
    result = pointer == 0u ? 0.0 : fetch(source, int(pointer)).r;
}
