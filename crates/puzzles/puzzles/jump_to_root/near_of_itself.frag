#version 330 core
// jump_to_root: the parent of the parent.
// refused: wrong
#include "stream.glsl"

uniform usampler2D source;

layout(location = 0) out uint result;

void main() {
    result = fetch(source, min(element(), element_count - 1)).r;
}
