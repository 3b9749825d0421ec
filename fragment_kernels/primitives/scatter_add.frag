#version 330 core
// scatter_add: the element that a point adds to its place in the result.
//
// The kernel hands it over; the output's blending unit adds it to what is there, and lets no other point come
// between.
flat in float value;

layout(location = 0) out float result;

void main() {
    result = value;
}
