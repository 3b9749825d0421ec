#version 330 core
// histogram: one more in the bin that a point lies at; the output's blending unit adds it.
layout(location = 0) out float counts;

void main() {
    counts = 1.0;
}
