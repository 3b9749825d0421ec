#version 330 core
// transform_points: what the vertex unit computed, one element of the result.
//
// `flat`: one vertex, one fragment, nothing to interpolate.
flat in vec4 moved;

layout(location = 0) out vec4 result;

void main() {
    result = moved;
}
