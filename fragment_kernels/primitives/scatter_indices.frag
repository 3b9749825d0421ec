#version 330 core
// scatter_indices: the index of one element, which the sort carries along with its place.
#include "stream.glsl"

layout(location = 0) out uint result;

void main() {
    result = uint(element());
}
