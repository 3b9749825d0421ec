#version 330 core
// rows_of_slices: the element one row up in its slice of a volume.
// refused: wrong
#include "stream.glsl"

uniform int width;
uniform int height;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last element
    int y = i / (width * height);
    result = y > 0 ? fetch(source, i - width).r : 0.0;
}
