#version 330 core
// jump_to_root: the parent of the parent.
#include "stream.glsl"

uniform usampler2D source;

layout(location = 0) out uint result;

void main() {
    result = fetch(source, int(here(source).r)).r;
}
